/** One run: a till with its profiles, its troubles, and the authorities, for so many sales. */
import { shippedTenders } from '../../core/fiscal/shopTenders.ts'
import type { Receivers } from './branches.ts'
import { ownTender } from './cashBook.ts'
import { createDisk, isOfTheDisk } from './disk.ts'
import type { ActKind, FaultKind, Plan } from './plan.ts'
import { profileOf } from './profiles.ts'
import { createRandom, type Random } from './random.ts'
import { createShop, type Shop } from './shop.ts'
import { layOut, type Machine } from './till.ts'
import { createTime, quiet } from './time.ts'
import { runTwins } from './twins.ts'

export interface WorldOptions {
  folder: string
  plan: Plan
  /** A till with nothing in it. */
  empty: Buffer
  /** Hears what happens, step by step. */
  narrate?: (line: string) => void
}

export interface Outcome {
  plan: Plan
  /** Sales that were begun. */
  sold: number
  documents: number
  accepted: number
  steps: number
  faults: number
  kills: number
  /** The broken rules with their steps; empty is good. */
  broken: string[]
  /** Changes with anything that happens: two runs of one plan have the same. */
  trace: number
}

/** Steps per sale that a queue may take to drain once nothing goes wrong any more. */
const drainStepsPerSale = 400
/** Less than `doubtMs`: a queue that waits for a clock that was set back must not drain in time. */
const drainMs = 1.5 * 3_600_000
/** Of a computer that starts anew. Within a day Kaunta cannot know that its clock is wrong. */
const doubtMs = 2 * 3_600_000
const dayMs = 86_400_000
const longestSleepMs = 14 * 3_600_000

const hash = (text: string): number =>
  [...text].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 17)

/** The chance of each act, in parts of a thousand. An act that the plan leaves out does not happen. */
const happenings: [ActKind | FaultKind | 'sell', number][] = [
  ['sell', 325],
  ['submit', 200],
  ['credit', 45],
  ['creditPart', 30],
  ['cash', 30],
  ['debts', 40],
  ['counter', 25],
  ['adjust', 25],
  ['record', 15],
  ['transfer', 10],
  ['purchase', 10],
  ['delivery', 25],
  ['count', 15],
  ['branch', 25],
  ['customs', 15],
  ['order', 10],
  ['settle', 10],
  ['makeItem', 15],
  ['changeItem', 10],
  ['customer', 5],
  ['correct', 25],
  ['setAside', 30],
  ['sign', 10],
  ['tryNow', 5],
  ['switchProfile', 10],
  ['crash', 13],
  ['outage', 3],
  ['clock', 7],
  ['sleep', 2],
  ['drift', 2],
  ['disk', 8],
]

export const runWorld = async (options: WorldOptions): Promise<Outcome> => {
  const { folder, plan, empty, narrate: hear } = options
  const chance = (name: string): Random => createRandom(Math.imul(plan.seed, 0x9e3779b1) ^ hash(name))
  if (plan.faults.has('twins') && plan.seed % 6 === 0) return runTwins({ ...options, chance })
  const random = chance('world')
  const time = createTime()
  const rules: string[] = []
  let steps = 0
  let kills = 0
  let others = 0
  let sold = 0
  let trace = 7
  let ended = false
  const mark = (value: number) => {
    trace = (Math.imul(trace, 31) + value) | 0
  }
  const moment = () => `step ${steps}, ${(time.elapsed() / 1000).toFixed(1)} s`
  const narrate = hear && ((line: string) => hear(`${moment()}  ${line}`))
  const broken = (rule: string) => {
    narrate?.(`BROKEN: ${rule}`)
    rules.push(`${rule} (${moment()})`)
  }
  const machine: Machine = {
    folder,
    time,
    random: chance('ids'),
    disk: createDisk(chance('disk')),
    secrets: new Map(),
    skewMs: 0,
    started: { times: 1, at: 0 },
    doubtMs: plan.faults.has('clock') && plan.seed % 2 === 1 ? doubtMs : 0,
    slowSync: plan.faults.has('slowSync') && plan.seed % 2 === 0,
  }
  const dialect = () => random.pick(['legacy', 'gateway'] as const)
  const second = plan.acts.has('branch') && random.chance(0.5) ? 'branch' : 'sandbox'
  const profiles = [profileOf('production', dialect()), profileOf(second, dialect())]
  if (!plan.acts.has('switchProfile') || random.chance(0.5)) profiles.pop()
  layOut(folder, profiles, empty)
  const receivers: Record<string, Receivers> = { production: new Map(), sandbox: new Map() }
  const shops = profiles.map((profile) =>
    createShop({
      ...{ machine, profile, plan, chance, mark, broken, narrate, over: () => ended },
      receivers: receivers[profile.row.environment] as Receivers,
    }),
  )
  let current = shops[0] as Shop
  const isRunning = () => shops.every(({ till }) => till.running())

  const open = async (): Promise<void> => {
    narrate?.('the till is started')
    try {
      for (const { till } of shops) await till.open()
    } catch (error) {
      if (!isOfTheDisk(`${(error as { code?: string }).code} ${String(error)}`)) throw error
      narrate?.(`it cannot be opened: ${String(error)}`)
      for (const { till } of shops) till.kill()
      await quiet()
      return void time.after(random.between(1_000, 20_000), () => void open())
    }
    await quiet()
    for (const { till, checkAll } of shops) if (till.running()) checkAll()
  }
  const crash = async (): Promise<void> => {
    kills += 1
    narrate?.('the till dies')
    for (const { till } of shops) till.kill()
    await quiet()
    // The disk was replaced, and what the journal beside it has must make up for what the copy lacks.
    const restored = plan.faults.has('restore') && random.chance(0.3) ? copied : null
    if (restored) narrate?.(`${restored.shop.id}: a backup of its database is restored`)
    restored?.shop.till.putBack(restored.copy)
    if (machine.doubtMs > 0 && random.chance(0.3)) {
      narrate?.('the computer is started anew')
      machine.started = { times: machine.started.times + 1, at: time.elapsed() }
    }
    time.after(random.between(100, 20_000), () => void open())
  }

  const happen: Record<(typeof happenings)[number][0], () => void> = {
    sell: () => {
      sold += 1
      current.acts.sell()
    },
    submit: () => {
      sold += 1
      current.acts.submit()
    },
    credit: () => current.acts.credit(),
    creditPart: () => current.acts.creditPart(),
    cash: () => current.acts.cash(),
    debts: () => current.acts.debts(),
    counter: () => current.acts.counter(),
    adjust: () => current.acts.adjust(),
    record: () => current.acts.record(),
    transfer: () => current.acts.transfer(),
    purchase: () => current.acts.purchase(),
    delivery: () => current.acts.delivery(),
    count: () => current.acts.count(),
    branch: () => current.acts.branch(),
    customs: () => current.acts.customs(),
    order: () => current.acts.order(),
    settle: () => current.acts.settle(),
    makeItem: () => void current.acts.makeItem(),
    changeItem: () => current.acts.changeItem(),
    customer: () => current.acts.customer(),
    correct: () => current.acts.correct(),
    setAside: () => current.acts.setAside(),
    sign: () => current.acts.sign(),
    tryNow: () => current.acts.tryNow(),
    switchProfile: () => {
      current = random.pick(shops)
      narrate?.(`work continues in ${current.id}`)
    },
    crash: () => void crash(),
    outage: () => {
      const { network, id } = random.pick(shops)
      narrate?.(`${id}: the authority is out of reach`)
      network.down = true
      time.after(random.between(1_000, 1_200_000), () => {
        network.down = false
      })
    },
    clock: () => {
      others += 1
      const skews = machine.doubtMs > 0 ? [0, doubtMs, -doubtMs] : [0, dayMs, -dayMs, 7_200_000]
      machine.skewMs = random.pick(skews)
      narrate?.(`the clock is ${machine.skewMs / 3_600_000} hours wrong`)
    },
    sleep: () => {
      others += 1
      const ms = random.between(60_000, longestSleepMs)
      narrate?.(`the computer sleeps for ${Math.round(ms / 60_000)} minutes`)
      time.sleep(ms)
    },
    drift: () => {
      others += 1
      narrate?.('another till uses the next number')
      current.authority.takeNumber(random.pick(['sales', 'stock', 'purchases'] as const))
    },
    disk: () => {
      narrate?.('the disk fails now and then')
      machine.disk.chance = 0.2
      time.after(random.between(100, 5_000), () => {
        machine.disk.chance = 0
      })
    },
    // Not happenings of their own: they change what happens otherwise.
    ...{
      network: () => {},
      slowSync: () => {},
      restore: () => {},
      unseen: () => {},
      token: () => {},
      poison: () => {},
      twins: () => {},
      twice: () => {},
    },
  }
  const allowed = (kind: ActKind | FaultKind | 'sell'): boolean =>
    kind === 'sell' || plan.acts.has(kind as ActKind) || plan.faults.has(kind as FaultKind)

  /** An older database, to be put back. */
  let copied: { shop: Shop; copy: Buffer } | null = null
  const keepCopy = (): void => {
    const shop = random.pick(shops)
    narrate?.(`${shop.id}: its database is copied`)
    copied = { shop, copy: shop.till.copy() }
  }

  const act = (): void => {
    if (sold < plan.sales) time.after(random.between(0, 4_000), act)
    if (sold >= plan.sales || !isRunning() || current.goods.length === 0) return
    if (random.chance(0.01) && plan.faults.has('restore')) keepCopy()
    let draw = random.between(0, 999)
    for (const [kind, share] of happenings) {
      draw -= share
      if (draw >= 0) continue
      if (allowed(kind)) happen[kind]()
      return
    }
  }

  const step = async (): Promise<boolean> => {
    if (!time.advance()) return false
    steps += 1
    await quiet()
    for (const { stepCheck } of shops) stepCheck()
    mark(Math.round(time.elapsed()))
    return rules.length === 0
  }

  const initialise = async ({ till }: Shop): Promise<void> => {
    let done = false
    void till.ask('owner', 'device.initialize', {}).then((reply) => {
      if (!reply.ok) return broken(`the device could not be initialised: ${reply.error.message}`)
      // More is sold than is there, so that the authority refuses it.
      const chosen = { blockBelowStock: false, roundCash: true, tenders: [...shippedTenders, ownTender] }
      void till.ask('owner', 'settings.save', chosen).then(async ({ ok }) => {
        // The branches are known before goods go there.
        const synced = plan.acts.has('branch') ? await till.ask('owner', 'reference.sync', {}) : { ok }
        done = ok && synced.ok
      })
    })
    while (!done && (await step()));
  }

  const drain = async (): Promise<void> => {
    const deadline = steps + 2_000 + drainStepsPerSale * plan.sales
    const latest = time.elapsed() + drainMs
    while (rules.length === 0 && (!isRunning() || shops.some(({ isDrained }) => !isDrained()))) {
      if (steps > deadline || time.elapsed() > latest) {
        broken('the queue did not drain')
        return
      }
      if (!(await step())) return
    }
  }

  try {
    await open()
    for (const shop of shops) await initialise(shop)
    for (const { acts, goods } of shops) {
      while (goods.length < 8 && rules.length === 0) {
        const kept = goods.length
        void acts.makeItem()
        while (goods.length === kept && (await step()));
      }
    }
    for (const { trouble } of shops) trouble(true)
    act()
    while (sold < plan.sales && (await step()));
    // Nothing goes wrong any more: everything must find its end in bounded steps.
    narrate?.('no more faults')
    for (const { trouble } of shops) trouble(false)
    machine.disk.chance = 0
    machine.skewMs = 0
    const correctFor = (): void => {
      for (const { acts } of shops) acts.correct()
      if (!ended) time.after(90_000, correctFor)
    }
    correctFor()
    await drain()
    for (const { fetchAll } of rules.length === 0 && isRunning() ? shops : []) {
      let done = false
      void fetchAll().then(() => {
        done = true
      })
      while (!done && (await step()));
    }
    // A person may have booked a count meanwhile.
    await drain()
    ended = true
    if (rules.length === 0 && isRunning())
      for (const { checkAll, checkEnd } of shops) {
        checkAll()
        await checkEnd()
      }
  } catch (error) {
    broken(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`)
  }
  const counts = isRunning() ? shops.map(({ counted }) => counted()) : []
  ended = true
  for (const { till } of shops) till.kill()
  const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)
  const met = sum(shops, ({ network }) => sum([...network.counts.values()], (count) => count))
  return {
    plan,
    sold,
    documents: sum(counts, ({ documents }) => documents),
    accepted: sum(counts, ({ accepted }) => accepted),
    steps,
    faults: met + kills + others + machine.disk.failures,
    kills,
    broken: rules,
    trace,
  }
}
