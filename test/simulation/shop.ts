/** One profile in its world: the till, the authority it is connected to, the way between, and what people do in it. */
import { checkApprovals, createAccountCheck } from './accountRules.ts'
import type { GivenApproval } from './accounts.ts'
import { createActs, type Goods } from './acts.ts'
import { createAuthority } from './authority.ts'
import type { Receivers } from './branches.ts'
import { checkCashBook, createZCheck, type KeptCash } from './cashBook.ts'
import type { AskedAdjustment } from './chores.ts'
import { checkCounter, type GivenVoid } from './counter.ts'
import type { AskedCount } from './counting.ts'
import type { AskedDecision } from './customsActs.ts'
import {
  checkAdjustments,
  checkCustoms,
  checkCustomsEnd,
  checkOrders,
  createSettleCheck,
} from './goodsRules.ts'
import { type Acknowledged, checkAll, checkEnd, checkJournal, createStepCheck } from './invariants.ts'
import { createNetwork } from './network.ts'
import type { AskedOrder } from './orderActs.ts'
import type { Plan } from './plan.ts'
import type { SimulatedProfile } from './profiles.ts'
import type { Random } from './random.ts'
import type { AskedDelivery } from './supply.ts'
import { checkCounts, checkDeliveries, createSupplyCheck } from './supplyRules.ts'
import { createTill, type Machine } from './till.ts'
import type { AskedTransfer } from './transferActs.ts'
import { checkTransfers, checkTransit } from './transferRules.ts'

export interface ShopOptions {
  machine: Machine
  profile: SimulatedProfile
  plan: Plan
  /** Of its taxpayer. */
  receivers: Receivers
  /** A stream of chance of its own by name: leaving one kind of trouble out leaves the others as they are. */
  chance(name: string): Random
  mark(value: number): void
  broken(rule: string): void
  narrate: ((line: string) => void) | undefined
  /** Nobody asks any more. */
  over(): boolean
}

export type Shop = ReturnType<typeof createShop>

export const createShop = ({
  machine,
  profile,
  plan,
  receivers,
  chance,
  mark,
  over,
  ...options
}: ShopOptions) => {
  const { time } = machine
  const { id } = profile.row
  const broken = (rule: string) => options.broken(`${id}: ${rule}`)
  const { narrate: narrateAll } = options
  const narrate = narrateAll && ((line: string) => narrateAll(`${id}: ${line}`))
  const unseen = chance(`${id}.unseen`)
  let calm = true
  const authority = createAuthority({
    now: time.now,
    taxpayerPin: profile.row.taxpayer_pin,
    deviceKey: profile.deviceKey,
    branchId: profile.row.branch_id,
    receivers,
    hiddenMs: (whose) =>
      !calm && plan.faults.has('unseen') && unseen.chance(whose === 'own' ? 0.03 : 0.5)
        ? unseen.between(1_000, 600_000)
        : 0,
  })
  const network = createNetwork({
    time,
    random: chance(`${id}.network`),
    authority,
    profile,
    broken,
    narrate,
  })
  const till = createTill({ machine, profile, network, broken })
  const acknowledged: Acknowledged[] = []
  const acknowledgedCash: KeptCash[] = []
  const approvals: GivenApproval[] = []
  const voids: GivenVoid[] = []
  const deliveries: AskedDelivery[] = []
  const counts: AskedCount[] = []
  const transfers: AskedTransfer[] = []
  const decisions: AskedDecision[] = []
  const orders: AskedOrder[] = []
  const adjustments: AskedAdjustment[] = []
  const goods: Goods[] = []
  const judged = { till, authority, broken }
  const acts = createActs({
    seed: plan.seed,
    random: chance(`${id}.acts`),
    ...{
      machine,
      time,
      authority,
      till,
      goods,
      acknowledged,
      acknowledgedCash,
      approvals,
      voids,
      ...{ deliveries, counts, transfers, decisions, orders, adjustments },
      mark,
      broken,
      narrate,
      over,
    },
    twice: plan.acts.has('twice'),
  })
  const checkStep = createStepCheck(judged)
  const checkZ = createZCheck(judged)
  const checkSupply = createSupplyCheck(judged)
  const checkSettling = createSettleCheck(judged)
  const checkAccounts = createAccountCheck(judged, approvals)
  /** Most steps change nothing that the rules read. */
  const changes = (): string => {
    const { violations, sales, stockRecords, unsettled } = authority
    const told = violations.length + unsettled.length
    const own = till.running() ? till.read<{ n: number }>('select total_changes() as n')[0]?.n : ''
    return [own, told, sales.length, stockRecords.length].join()
  }
  let checked = ''
  return {
    id,
    authority,
    network,
    till,
    goods,
    acts,
    stepCheck: () => {
      const now = changes()
      if (now === checked) return
      checked = now
      checkStep()
      checkZ()
      checkAccounts()
      checkSupply()
      checkSettling()
    },
    checkAll: () => {
      checkAll(judged, acknowledged)
      checkCashBook(judged, acknowledgedCash)
      checkApprovals(judged)
      checkCounter(judged, voids)
      checkDeliveries(judged, deliveries)
      checkCounts(judged, counts)
      checkTransfers(judged, transfers)
      checkCustoms(judged, decisions)
      checkOrders(judged, orders)
      checkAdjustments(judged, adjustments)
    },
    checkEnd: async (): Promise<void> => {
      checkEnd(judged)
      checkTransit(judged)
      checkCustomsEnd(judged)
      if (plan.seed % 4 === 0) await checkJournal(judged, machine.folder)
    },
    /** Begins or ends what goes wrong on the way to the authority, and in it. */
    trouble: (on: boolean): void => {
      calm = !on
      network.faults = on && plan.faults.has('network')
      network.tokenFaults = on && plan.faults.has('token')
      network.poison = on && plan.faults.has('poison')
      if (!on) network.down = false
    },
    /** Asks once more for what the authority lists, when it shows all. */
    fetchAll: async (): Promise<void> => {
      await new Promise<void>((resolve) => void machine.time.after(60_000, resolve))
      for (const name of ['transfer.fetch', 'customs.fetch'] as const) {
        const reply = await till.ask('cashier', name, {})
        if (!reply.ok || !reply.data.fetched) broken(`${name} brings nothing at rest`)
      }
    },
    isDrained: (): boolean =>
      network.pending() === 0 &&
      acts.isSettled() &&
      till.read("select 1 from submission where state in ('queued', 'sending', 'unknown', 'refused') limit 1")
        .length === 0,
    counted: () =>
      till.read<{ documents: number; accepted: number }>(
        "select count(*) as documents, coalesce(sum(state = 'accepted'), 0) as accepted from submission",
      )[0] ?? { documents: 0, accepted: 0 },
  }
}
