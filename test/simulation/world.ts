/** One run: a shop, its software, its troubles, and the authority, for so many sales. */
import type { Reply } from '../../core/contract/errors.ts'
import { createAuthority } from './authority.ts'
import { type Acknowledged, checkAll, checkEnd, createStepCheck } from './invariants.ts'
import { createNetwork } from './network.ts'
import { createRandom } from './random.ts'
import { createTill, type Till } from './till.ts'
import { createTime, quiet } from './time.ts'

export interface WorldOptions {
  folder: string
  seed: number
  /** How many sales are rung up. */
  sales: number
}

export interface Outcome {
  seed: number
  sales: number
  documents: number
  accepted: number
  steps: number
  faults: number
  kills: number
  /** What was broken, with the step; empty is what everybody wants. */
  broken: string[]
  /** Changes with anything that happens: two runs of one seed have the same. */
  trace: number
}

/** Steps per sale that a queue may take to drain once nothing goes wrong any more. */
const drainStepsPerSale = 400
/** The longest pause is ten minutes; nobody waits longer than this for the last of them. */
const drainMs = 6 * 3_600_000
const dayMs = 86_400_000

interface Goods {
  id: number
  code: string
  price: number
  service: boolean
}

class Broken extends Error {}

export const runWorld = async ({ folder, seed, sales }: WorldOptions): Promise<Outcome> => {
  const random = createRandom(seed)
  const time = createTime()
  const authority = createAuthority(time.now)
  const rules: string[] = []
  let steps = 0
  let kills = 0
  let jumps = 0
  let trace = 7
  const mark = (value: number) => {
    trace = (Math.imul(trace, 31) + value) | 0
  }
  const broken = (rule: string) => {
    rules.push(`${rule} (step ${steps}, ${Math.round(time.elapsed() / 1000)} s)`)
  }
  const network = createNetwork({ time, random, authority, broken })
  const till = createTill({ folder, time, random, network, broken })
  const stepCheck = createStepCheck({ till, authority, broken })
  const acknowledged: Acknowledged[] = []
  const goods: Goods[] = []
  let made = 0
  let ended = false

  const must = <T>(reply: Reply<T>): T => {
    if (reply.ok) return reply.data
    throw new Broken(`${reply.error.code} ${reply.error.message}`)
  }
  /** The disk may refuse; everything else that goes wrong in an ordinary act is a fault of ours. */
  const expectKnown = (act: string, reply: Reply<unknown>, failures: number, ...allowed: string[]): void => {
    if (reply.ok || allowed.includes(reply.error.code)) return
    if (reply.error.code === '905' && till.diskFailures > failures) return
    broken(`${act} answered ${reply.error.code} ${reply.error.message}`)
  }

  /** Rings up at the till; asks again with the same request when the answer did not come. */
  const sell = (): void => {
    const count = random.between(1, 3)
    const lines = Array.from({ length: count }, () => ({
      item: random.pick(goods),
      quantity: random.between(1, 3) * 100,
    }))
    const total = lines.reduce((sum, { item, quantity }) => sum + (item.price * quantity) / 100, 0)
    const requestId = `request-${made++}-${seed}`
    const input = {
      lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
      tenders: [{ method: '01', amount: total }],
      requestId,
    }
    let answered: string | null = null
    const ask = () => {
      if (answered !== null || ended) return
      if (!till.running()) return void time.after(1_000, ask)
      const failures = till.diskFailures
      void till.ask('manager', 'sale.complete', input).then((reply) => {
        mark(reply.ok ? 1 : 2)
        expectKnown('a sale', reply, failures)
        if (!reply.ok) return void time.after(random.between(500, 3_000), ask)
        const { number, total } = reply.data
        if (answered === null) acknowledged.push({ number, total, kind: 'sale' })
        else if (answered !== number) broken(`one request was rung up twice, as ${answered} and ${number}`)
        answered = number
      })
      // A double press, or a person who is not sure.
      if (random.chance(0.1)) time.after(random.between(0, 20), ask)
      time.after(60_000, ask)
    }
    ask()
  }

  const money = (cents: number) => cents / 100
  /** Other software submits a sale under its own number, twice at once now and then, and repeats it until it knows. */
  const submit = (): void => {
    const item = random.pick(goods)
    const quantity = random.between(1, 3)
    const total = item.price * quantity
    const taxable = Math.round((total * 100) / 116)
    const number = `S-${seed}-${made++}`
    const body = {
      transaction: { invcNo: number, pmtTyCd: '01' },
      lineItems: [
        {
          itemCd: item.code,
          itemNm: 'Goods',
          qtyUnitCd: 'U',
          taxTyCd: 'B' as const,
          prc: money(item.price),
          qty: quantity,
          taxblAmt: money(taxable),
          taxAmt: money(total - taxable),
          totAmt: money(total),
        },
      ],
    }
    let known = false
    let refusals = 0
    const ask = () => {
      if (known || ended || refusals > 5) return
      if (!till.running()) return void time.after(1_000, ask)
      const failures = till.diskFailures
      void till.ask('software', 'sale.submit', body).then((reply) => {
        mark(reply.ok ? 3 : Number(reply.error.code))
        expectKnown('a submitted sale', reply, failures, '003', '004', '005', '006')
        if (known) return
        if (!reply.ok && reply.error.code === '003') refusals += 1
        const result = reply.ok ? reply.data : reply.error.code === '004' ? reply.error.data : undefined
        if (result) {
          known = true
          acknowledged.push({ number, total, kind: 'sale' })
          const there = authority.sales[(result as { cisInvcNo: number }).cisInvcNo - 1]
          if (there?.trader !== number) broken(`${number} was answered with another's signature`)
        }
      })
      if (random.chance(0.15)) time.after(random.between(0, 3_000), ask)
      time.after(30_000, ask)
    }
    ask()
  }

  const credit = (): void => {
    if (!till.running()) return
    const [sale] = till.read<{ id: number }>(
      `select i.id from invoice i where i.kind = 'sale' and not exists (select 1 from invoice c where c.original_id = i.id)
       order by i.id limit 1 offset ?`,
      random.between(0, 20),
    )
    if (!sale) return
    const failures = till.diskFailures
    const ask = () =>
      void till
        .ask('manager', 'invoice.credit', { id: sale.id, reason: '03', returnStock: random.chance(0.5) })
        .then((reply) => {
          mark(reply.ok ? 4 : 5)
          expectKnown('a credit note', reply, failures, '801', '802')
          if (reply.ok)
            acknowledged.push({ number: reply.data.number, total: reply.data.total, kind: 'creditNote' })
        })
    ask()
    if (random.chance(0.2)) ask()
  }

  const adjust = (): void => {
    const shelf = goods.filter(({ service }) => !service)
    const item = random.pick(shelf)
    const failures = till.diskFailures
    void till
      .ask('manager', 'stock.adjust', {
        kind: random.pick(['received', 'found', 'wasted'] as const),
        lines: [{ itemId: item.id, quantity: random.between(1, 40) * 100 }],
      })
      .then((reply) => {
        mark(6)
        expectKnown('a stock record', reply, failures, '003')
      })
  }

  const makeItem = async (): Promise<void> => {
    const number = goods.length + 1
    const service = number % 5 === 0
    const price = random.between(5, 900) * 100
    const failures = till.diskFailures
    const reply = await till.ask('owner', 'item.save', {
      name: `Goods ${number}`,
      taxType: 'B',
      type: service ? '3' : '2',
      price,
    })
    expectKnown('an item', reply, failures)
    if (!reply.ok) return
    const { id, code } = reply.data
    if (!service) {
      const stocked = await till.ask('owner', 'stock.adjust', {
        kind: 'opening',
        lines: [{ itemId: id, quantity: 100_000 }],
      })
      expectKnown('opening stock', stocked, failures)
    }
    goods.push({ id, code, price, service })
  }

  /** A person sees to what the authority refused: sends it again, or gives it up. */
  const mend = (): void => {
    if (!till.running()) return
    const refused = till.read<{ id: number; kind: string; remedy: string | null }>(
      "select id, kind, remedy from submission where state = 'refused'",
    )
    const failures = till.diskFailures
    for (const { id, kind, remedy } of refused) {
      const { remedy: advice, itemId } = JSON.parse(remedy ?? '{}') as { remedy?: string; itemId?: number }
      // As the screen says: record what came in, then send it again.
      if (advice === 'addStock' && itemId)
        void till.ask('manager', 'stock.adjust', { kind: 'found', lines: [{ itemId, quantity: 5_000 }] })
      // An item whose registration is given up is sold all the same, for the authority to judge: that is not wanted here.
      const acting =
        kind === 'item' || random.chance(0.9)
          ? till.ask('manager', 'queue.resend', { id })
          : till.ask('manager', 'queue.withdraw', { id, reason: 'Not wanted any more' })
      void acting.then((reply) => {
        mark(7)
        expectKnown('mending', reply, failures, '003', '004', '801')
      })
    }
    const paused = till.read<{ name: 'sales' }>('select name from lane where paused_reason is not null')
    for (const { name } of paused) void till.ask('manager', 'queue.resumeLane', { lane: name })
  }

  const kill = async (): Promise<void> => {
    kills += 1
    till.kill()
    await quiet()
    time.after(random.between(100, 20_000), () => void open())
  }
  const open = async (): Promise<void> => {
    await till.open()
    await quiet()
    if (till.running()) checkAll({ till, authority, broken }, acknowledged)
  }

  let left = sales
  const act = (): void => {
    if (left > 0) time.after(random.between(0, 4_000), act)
    if (left <= 0 || !till.running() || goods.length === 0) return
    const draw = random.next()
    if (draw < 0.55) {
      left -= 1
      sell()
    } else if (draw < 0.75) {
      left -= 1
      submit()
    } else if (draw < 0.82) credit()
    else if (draw < 0.92) adjust()
    else if (draw < 0.94) void makeItem()
    else if (draw < 0.97) mend()
    else if (draw < 0.985) void kill()
    else if (draw < 0.988) {
      network.down = true
      time.after(random.between(1_000, 1_200_000), () => {
        network.down = false
      })
    } else if (draw < 0.991) {
      jumps += 1
      till.skewMs = random.pick([0, 0, dayMs, -dayMs, 7_200_000])
    } else if (draw < 0.993) authority.takeNumber(random.pick(['sales', 'stock'] as const))
    else {
      till.diskFaults = 0.2
      time.after(random.between(100, 5_000), () => {
        till.diskFaults = 0
      })
    }
  }

  const step = async (): Promise<boolean> => {
    if (!time.advance()) return false
    steps += 1
    await quiet()
    stepCheck()
    mark(Math.round(time.elapsed()))
    return rules.length === 0
  }

  const openWork = () =>
    till.running() &&
    till.read<{ open: number }>(
      "select count(*) as open from submission where state in ('queued', 'sending', 'unknown', 'refused')",
    )[0]?.open

  try {
    network.faults = false
    await till.open()
    const initialised = till.ask('owner', 'device.initialize', {})
    let done = false
    void initialised.then((reply) => {
      must(reply)
      done = true
    })
    while (!done && (await step()));
    for (let count = 0; count < 8; count += 1) await makeItem()
    network.faults = true
    act()
    while (left > 0 && (await step()));
    // Nothing goes wrong any more: everything must find its end in bounded steps.
    network.faults = false
    network.down = false
    till.diskFaults = 0
    till.skewMs = 0
    const mendFor = (): void => {
      mend()
      if (!ended) time.after(90_000, mendFor)
    }
    mendFor()
    const deadline = steps + 2_000 + drainStepsPerSale * sales
    const latest = time.elapsed() + drainMs
    while (rules.length === 0 && (!till.running() || openWork() !== 0 || network.pending() > 0)) {
      if (steps > deadline || time.elapsed() > latest) {
        broken('the queue did not drain')
        break
      }
      if (!(await step())) break
    }
    ended = true
    if (rules.length === 0 && till.running()) {
      checkAll({ till, authority, broken }, acknowledged)
      checkEnd({ till, authority, broken })
    }
  } catch (error) {
    broken(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`)
  }
  const counted = till.running()
    ? till.read<{ all: number; accepted: number }>(
        "select count(*) as 'all', sum(state = 'accepted') as accepted from submission",
      )[0]
    : undefined
  ended = true
  till.kill()
  return {
    seed,
    sales,
    documents: counted?.all ?? 0,
    accepted: counted?.accepted ?? 0,
    steps,
    faults:
      [...network.counts.values()].reduce((sum, count) => sum + count, 0) + kills + jumps + till.diskFailures,
    kills,
    broken: rules,
    trace,
  }
}
export type { Till }
