/** The till of a planned day: its process, who is at its windows, and the calls of its steps. */
import { join } from 'node:path'
import type { ActTable } from '../../core/contract/acts.ts'
import type { ActAsked } from '../../core/contract/approval.ts'
import type { Reply } from '../../core/contract/errors.ts'
import { shippedTenders } from '../../core/fiscal/shopTenders.ts'
import type { AskedOfTill } from '../support/askedTill.ts'
import type { Practice } from '../support/practice.ts'
import { startProcess, type TestProcess } from '../support/process.ts'
import {
  cashiers,
  catalogue,
  customers,
  type Line,
  methods,
  owner,
  type Step,
  shillings,
  type Tender,
} from './dayShop.ts'
import { until } from './smallTill.ts'

const pin = '471362'
/** More than any of them owes. */
const creditLimit = 100_000_00
const ownTender = {
  ...{ id: 'till-555', method: methods.own.method, name: methods.own.tender },
  ...{ reference: 'off', opensDrawer: false, on: true },
} as const

export interface Ids {
  items: number[]
  buyers: number[]
}

/** What a step made. */
export interface Done {
  id: number
  number: string
  invoiceId: number
  returned?: { number: string }
}

export type DayTill = ReturnType<typeof createTill>

export const createTill = (data: string, authority: Practice) => {
  let child: TestProcess<{ profile: string }>
  /** Milliseconds that were let pass. */
  let passed = 0
  const people = new Map<string, string>()
  const tell = <T>(asked: AskedOfTill) => child.ask<T>(JSON.stringify(asked))
  /** The owner approves at once what a cashier may not do alone. */
  const call = async <T>(window: string, name: string, input: unknown): Promise<T> => {
    let answer = await tell<Reply<unknown>>({ window, name, input })
    const { approval: acts } = (answer.ok ? {} : (answer.error.data ?? {})) as { approval?: ActAsked[] }
    if (acts) {
      const given = { userId: people.get(owner), pin, reason: name, acts }
      const { token } = await call<{ token: string }>(window, 'approval.give', given)
      answer = await tell<Reply<unknown>>({ window, name, input, approval: token })
    }
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer.data as T
  }
  const start = async (): Promise<void> => {
    const flags = [data, authority.url, authority.controlUrl(), String(passed)]
    child = await startProcess('test/support/askedTill.ts', flags)
    for (const [name, userId] of people) await call(name, 'session.unlock', { userId, pin })
  }
  const pass = async (ms: number, away = false): Promise<void> => {
    passed = await tell<number>({ pass: ms, away })
  }
  const settings = async (): Promise<void> => {
    const { acts } = await call<{ acts: ActTable }>(owner, 'settings.get', {})
    const approved = { cashier: 'approval', manager: 'allowed', owner: 'allowed' } as const
    const table = { ...acts, voidLine: approved, voidSale: approved }
    await call(owner, 'settings.save', {
      roundCash: true,
      tenders: [...shippedTenders, ownTender],
      acts: { ...table, training: { ...approved, cashier: 'allowed' } },
    })
    await call(owner, 'workspace.setLockAfter', { minutes: 0 })
  }
  return {
    call,
    start,
    pass,
    /** The till's own time. */
    now: () => Date.now() + passed,
    file: () => join(data, 'apps', child.ready.profile, 'till.db'),
    allSent: () =>
      until('all is sent', async () => {
        await pass(10_000)
        const { waiting } = await call<{ waiting: number }>(owner, 'status.get', {})
        return waiting === 0
      }),
    kill: () => child.kill(),
    stop: () => child.stop(),
    /** Opens the shop: people, device, catalogue, customers. */
    found: async (): Promise<Ids> => {
      await start()
      await call(owner, 'workspace.createOwner', { name: owner, pin })
      await call(owner, 'device.initialize', {})
      await settings()
      const { people: owners } = await call<{ people: { id: string }[] }>(owner, 'workspace.state', {})
      people.set(owner, owners[0]?.id ?? '')
      for (const name of cashiers) {
        const { id } = await call<{ id: string }>(owner, 'user.save', { name, role: 'cashier', pin })
        people.set(name, id)
        await call(name, 'session.unlock', { userId: id, pin })
      }
      const items: number[] = []
      for (const item of catalogue) {
        const service = { ...item, type: '3', itemClass: '8014160000' }
        items.push((await call<{ id: number }>(owner, 'item.save', service)).id)
      }
      const buyers: number[] = []
      for (const [index, name] of customers.entries()) {
        const customer = { name, creditLimit, requestId: `customer-${index}` }
        buyers.push((await call<{ id: number }>(owner, 'customer.save', customer)).id)
      }
      return { items, buyers }
    },
  }
}

const wayOf = (method: Tender['method']): { method: string; tenderId?: string } =>
  method === 'own' ? { method: '06', tenderId: ownTender.id } : { method }
const paidBy = (tenders: Tender[]) => tenders.map(({ method, amount }) => ({ ...wayOf(method), amount }))
const requestOf = (place: number): string => `request-${place}`
const windowOf = (by: string): string => `window of ${by}`

interface Made extends Ids {
  /** By step. */
  done: (Done | undefined)[]
  shift: number
}

/** The call of the step at a place. Repeating it changes nothing. */
export const callOf = (
  step: Step,
  place: number,
  { done, items, buyers, shift }: Made,
): [window: string, name: string, input: object] => {
  const requestId = requestOf(place)
  const idOf = (of: number | undefined) => done[of ?? -1]?.invoiceId
  const goods = (lines: Line[]) =>
    lines.map(({ item, units }) => ({ itemId: items[item], quantity: units * 100 }))
  const parts = (units: number[]) =>
    units.map((count, index) => ({ position: index + 1, quantity: count * 100 }))
  const draftOf = (kept: number, lines: Line[]) => {
    const cart = { lines: goods(lines) }
    return { cart, requestId: requestOf(kept), paying: false, tenders: [], asked: null }
  }
  switch (step.act) {
    case 'open':
      return [step.by, 'shift.open', { sum: step.float, requestId }]
    case 'sale': {
      const { returned, kept, proforma } = step
      const sold = { lines: goods(step.lines), tenders: paidBy(step.tenders) }
      const buyer = step.customer === undefined ? {} : { buyer: { customerId: buyers[step.customer] } }
      const from = proforma === undefined ? {} : { proforma: done[proforma]?.id }
      const refund = shillings(returned?.total ?? 0)
      const back = returned && {
        ...{ id: idOf(returned.sale), reason: '06', returnStock: true },
        ...{ items: parts(returned.units), refund },
      }
      const own = { requestId: requestOf(kept ?? place), ...(back && { returned: back }) }
      return [step.by, 'sale.complete', { ...sold, ...buyer, ...from, ...own }]
    }
    case 'keep':
      return [step.by, 'sale.keepDraft', { window: windowOf(step.by), draft: draftOf(place, step.lines) }]
    case 'void': {
      const draft = step.left.length > 0 ? draftOf(step.kept, step.left) : null
      const of = { window: windowOf(step.by), requestId: requestOf(step.kept), voidId: requestId }
      return [step.by, 'sale.void', { ...of, goods: goods(step.goods), draft }]
    }
    case 'train': {
      const tenders = paidBy([{ method: '06', amount: step.total }])
      return [step.by, 'sale.complete', { lines: goods(step.lines), tenders, requestId }]
    }
    case 'trainCredit':
      return [step.by, 'invoice.credit', { id: idOf(step.sale), reason: '06', requestId }]
    case 'proforma':
      return [step.by, 'proforma.make', { cart: { lines: goods(step.lines) }, requestId }]
    case 'account': {
      const paid = { ...wayOf(step.method), amount: step.amount }
      return [step.by, 'account.pay', { customerId: buyers[step.customer], ...paid, requestId }]
    }
    case 'credit': {
      const { method: refundBy, tenderId: refundTenderId } = wayOf(step.refundBy)
      const by = { refundBy, refundTenderId }
      const credited = { id: idOf(step.sale), reason: '06', items: parts(step.units) }
      return [owner, 'invoice.credit', { ...credited, ...by, requestId }]
    }
    case 'correct':
      return [owner, 'invoice.changePayment', { id: idOf(step.sale), tenders: paidBy(step.tenders) }]
    case 'move': {
      const { kind, amount } = step
      const moved = kind === 'noSale' ? {} : { amount }
      return [step.by, 'shift.addCash', { number: shift, kind, ...moved, reason: 'Change', requestId }]
    }
    case 'close':
      return [step.by, 'shift.close', { number: shift, sum: step.counted, note: 'Counted', requestId }]
  }
}

export const doStep = async (
  till: DayTill,
  { act }: Step,
  [window, name, input]: ReturnType<typeof callOf>,
): Promise<Done> => {
  const isTraining = act === 'train' || act === 'trainCredit'
  if (isTraining) await till.call(window, 'training.start', {})
  const made = await till.call<Done>(window, name, input)
  if (isTraining) await till.call(window, 'training.end', {})
  return made
}
