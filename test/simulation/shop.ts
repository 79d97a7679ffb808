/** One profile in its world: the till, the authority it is connected to, the way between, and what people do in it. */
import { checkApprovals, createAccountCheck } from './accountRules.ts'
import type { GivenApproval } from './accounts.ts'
import { createActs, type Goods } from './acts.ts'
import { createAuthority } from './authority.ts'
import { checkCashBook, createZCheck, type KeptCash } from './cashBook.ts'
import { checkCounter, type GivenVoid } from './counter.ts'
import { type Acknowledged, checkAll, checkEnd, checkJournal, createStepCheck } from './invariants.ts'
import { createNetwork } from './network.ts'
import type { Plan } from './plan.ts'
import type { SimulatedProfile } from './profiles.ts'
import type { Random } from './random.ts'
import { createTill, type Machine } from './till.ts'

export interface ShopOptions {
  machine: Machine
  profile: SimulatedProfile
  plan: Plan
  /** A stream of chance of its own by name: leaving one kind of trouble out leaves the others as they are. */
  chance(name: string): Random
  mark(value: number): void
  broken(rule: string): void
  narrate: ((line: string) => void) | undefined
  /** Nobody asks any more. */
  over(): boolean
}

export type Shop = ReturnType<typeof createShop>

export const createShop = ({ machine, profile, plan, chance, mark, over, ...options }: ShopOptions) => {
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
      mark,
      broken,
      narrate,
      over,
    },
    twice: plan.acts.has('twice'),
  })
  const checkStep = createStepCheck(judged)
  const checkZ = createZCheck(judged)
  const checkAccounts = createAccountCheck(judged, approvals)
  return {
    id,
    authority,
    network,
    till,
    goods,
    acts,
    stepCheck: () => {
      checkStep()
      checkZ()
      checkAccounts()
    },
    checkAll: () => {
      checkAll(judged, acknowledged)
      checkCashBook(judged, acknowledgedCash)
      checkApprovals(judged)
      checkCounter(judged, voids)
    },
    checkEnd: async (): Promise<void> => {
      checkEnd(judged)
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
    isDrained: (): boolean =>
      network.pending() === 0 &&
      till.read("select 1 from submission where state in ('queued', 'sending', 'unknown', 'refused') limit 1")
        .length === 0,
    counted: () =>
      till.read<{ documents: number; accepted: number }>(
        "select count(*) as documents, coalesce(sum(state = 'accepted'), 0) as accepted from submission",
      )[0] ?? { documents: 0, accepted: 0 },
  }
}
