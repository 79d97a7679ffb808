/** One run: a shop, its software, its troubles, and the authority, for so many sales. */
import type { Reply } from '../../core/contract/errors.ts'
import { createActs, type Goods } from './acts.ts'
import { createAuthority } from './authority.ts'
import { type Acknowledged, checkAll, checkEnd, checkJournal, createStepCheck } from './invariants.ts'
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
  let ended = false

  const must = <T>(reply: Reply<T>): T => {
    if (reply.ok) return reply.data
    throw new Broken(`${reply.error.code} ${reply.error.message}`)
  }
  const { sell, submit, credit, creditPart, adjust, makeItem, mend } = createActs({
    ...{ seed, random, time, authority, till, goods, acknowledged, mark, broken },
    over: () => ended,
  })

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
    } else if (draw < 0.8) credit()
    else if (draw < 0.83) creditPart()
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
      if (seed % 4 === 0) await checkJournal({ till, authority, broken }, folder)
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
