/** Counts of the stock: several people count while goods are sold, and a manager books the differences, or drops them. */
import type { Reply } from '../../core/contract/errors.ts'
import type { InputOf } from '../../core/contract/index.ts'
import type { ActsOptions, ExpectKnown, Goods } from './acts.ts'

/** What was counted of an item, and what was on hand when its last entry was stored; hundredths. */
interface Tally {
  counted: number
  onHand: number
  /** Its newest movement at that moment. */
  movement: number
}
/** A count as its people know it. */
export interface AskedCount {
  requestId: string
  id: number | null
  /** By the entries' ids: those that may be stored. */
  entries: Map<string, { itemId: number; quantity: number; acknowledged: boolean }>
  tallies: Map<number, Tally>
  end: { act: 'booked' | 'dropped'; acknowledged: boolean } | null
  /** Stock of what nobody counted, if it was booked as missing; null: it is left as it is, or unknown. */
  missing: Map<number, number> | null
}

/** Cents: a difference of such a value must be confirmed, or of the smaller one when half of the stock is gone. */
const large = { always: 5_000_00, ofHalf: 1_000_00 }

export const createCounting = ({
  seed,
  random,
  machine,
  time,
  till,
  goods,
  counts,
  twice: presses,
  mark,
  broken,
  over,
  expectKnown,
}: ActsOptions & { expectKnown: ExpectKnown }) => {
  let made = 0
  const nameOf = (what: string): string => `${what}-${made++}-${seed}`
  const later = (ms: number) => new Promise<void>((resolve) => void time.after(ms, resolve))
  const shelf = () => goods.filter(({ service }) => !service)
  const some = (most: number): Goods[] => {
    const chosen = new Set(Array.from({ length: random.between(1, most) }, () => random.pick(shelf())))
    return [...chosen]
  }
  const read = (sql: string, ...values: unknown[]) => till.read<{ value: number }>(sql, ...values)[0]?.value
  const onHandOf = (id: number) => read('select on_hand as value from item where id = ?', id) ?? 0
  const newestMovement = (id: number) =>
    read('select max(id) as value from movement where item_id = ?', id) ?? 0
  const isStored = (uid: string) => read('select 1 as value from stock_count_entry where uid = ?', uid) === 1
  const endOf = ({ id }: AskedCount) =>
    till.read<{ act: string }>('select act from stock_count_end where count_id = ?', id)[0]?.act
  const isCorrected = ({ tallies }: AskedCount): boolean =>
    [...tallies].some(
      ([id, { movement }]) =>
        read(
          "select 1 as value from movement where item_id = ? and id > ? and type in ('06', '16')",
          id,
          movement,
        ) === 1,
    )

  /** Waits for a till; false: nobody asks any more. */
  const isReady = async (): Promise<boolean> => {
    while (!till.running() && !over()) await later(1_000)
    return !over()
  }
  /** The reply, and whether `stored` was true in the moment of the call. null: the process died first. */
  const ask = async <T>(
    act: string,
    call: () => Promise<Reply<T>>,
    stored: () => boolean = () => false,
    allowed: string[] = [],
  ): Promise<{ reply: Reply<T> | null; atOnce: boolean }> => {
    const { failures } = machine.disk
    const life = till.life()
    const { promise, resolve } = Promise.withResolvers<Reply<T> | null>()
    let heard = false
    void call().then((reply) => {
      heard = true
      resolve(reply)
    })
    // Two windows, or a double press.
    if (random.chance(0.2) && presses) void call()
    const look = (): void => {
      if (heard) return
      if (till.life() !== life || over()) resolve(null)
      else time.after(5_000, look)
    }
    look()
    // Nothing else happens in this step. A till that must ask for the date first stores it in a later one.
    await new Promise((next) => setImmediate(next))
    const atOnce = till.life() === life && till.running() && stored()
    const reply = await promise
    mark(reply?.ok ? 45 : 46)
    if (reply) expectKnown(act, reply, failures, ...allowed)
    return { reply, atOnce }
  }
  const repeat = (call: () => Promise<unknown>): void => {
    if (random.chance(0.3) && presses && till.running()) void call()
  }

  const start = async (count: AskedCount, scope: Scope): Promise<boolean> => {
    while (await isReady()) {
      const call = () => till.ask('manager', 'count.start', { ...scope, requestId: count.requestId })
      const { reply } = await ask('starting a count', call, undefined, ['003'])
      if (reply?.ok) {
        count.id = reply.data.id
        repeat(call)
        return true
      }
      if (reply?.error.code === '003') return false
      await later(random.between(500, 3_000))
    }
    return false
  }

  /** An entry after which so much of an item is counted: what comes to what was there, or all of it anew. */
  const entryOf = (count: AskedCount, itemId: number, total: number, again: boolean) => {
    const quantity = total - (count.tallies.get(itemId)?.counted ?? 0)
    const recount = again || quantity === 0
    const entry = { uid: nameOf('entry'), itemId, quantity: recount ? total : quantity, recount }
    count.entries.set(entry.uid, { itemId, quantity: entry.quantity, acknowledged: false })
    return entry
  }

  /**
   * One person enters what is there of some items. `totalOf` says how much of an item is counted afterwards. Returns false
   * when nobody asks any more.
   */
  const enter = async (
    count: AskedCount,
    items: readonly number[],
    totalOf: (itemId: number) => number,
    anew = false,
  ): Promise<boolean> => {
    let again = anew
    while (await isReady()) {
      const seen = items.map((id) => ({
        id,
        counted: totalOf(id),
        onHand: onHandOf(id),
        movement: newestMovement(id),
      }))
      const entries = seen.map(({ id, counted }) => entryOf(count, id, counted, again))
      const uids = entries.map(({ uid }) => uid)
      const who = random.pick(['cashier', 'manager'] as const)
      const call = () => till.ask(who, 'count.enter', { id: count.id ?? 0, entries })
      const stored = () => uids.every(isStored)
      const acknowledge = () => {
        for (const uid of uids) Object.assign(count.entries.get(uid) ?? {}, { acknowledged: true })
      }
      const { reply, atOnce } = await ask('an entry of a count', call, stored)
      if (reply?.ok) {
        acknowledge()
        if (who === 'cashier' && reply.data.items.some(({ expected }) => expected !== null))
          broken('a cashier sees what is expected of a count')
        repeat(call)
      }
      if (atOnce) {
        for (const { id, ...tally } of seen) count.tallies.set(id, tally)
        // The answer was lost: the window sends the same again.
        if (!reply?.ok && (await isReady())) {
          const second = await ask('an entry sent again', call, stored)
          if (second.reply?.ok) acknowledge()
        }
        return true
      }
      // Goods may have moved between the look and the entry. They are counted anew.
      if (!(await isReady())) break
      if (stored()) again = true
      else await later(random.between(500, 3_000))
    }
    return false
  }

  /** What is there, or some less or more. */
  const found = (itemId: number): number => {
    const difference = random.chance(0.5) ? 0 : random.pick([-1, 1]) * random.between(1, 300)
    return Math.max(0, onHandOf(itemId) + (random.chance(0.03) ? 100 * difference : difference))
  }

  /** Several people at several places: the last one counts what the others have left. */
  const countAll = async (count: AskedCount, items: Goods[]): Promise<boolean> => {
    const ids = items.map(({ id }) => id)
    for (let places = random.between(0, 2); places > 0; places -= 1) {
      const here = ids.filter(() => random.chance(0.6))
      const more = (id: number) => (count.tallies.get(id)?.counted ?? 0) + random.between(1, 500)
      if (here.length > 0 && !(await enter(count, here, more))) return false
      await later(random.between(100, 60_000))
    }
    return enter(count, ids, found, random.chance(0.2))
  }

  /** What a difference is worth decides whether the manager is asked. */
  const isLarge = ({ id, counted, expected }: { id: number; counted: number; expected: number }): boolean => {
    const value = read('select coalesce(average_cost, price) as value from item where id = ?', id) ?? 0
    const difference = Math.abs(counted - expected)
    const worth = Math.round((value * difference) / 100)
    return worth >= large.always || (worth >= large.ofHalf && difference * 2 > Math.abs(expected))
  }

  /** The manager sees each difference, as it was when it was counted. */
  const review = async (count: AskedCount): Promise<void> => {
    const call = () => till.ask('manager', 'count.get', { id: count.id ?? 0, show: 'differing' })
    const { reply } = await ask('the differences of a count', call)
    if (!reply?.ok) return
    const shown = reply.data.items.map(({ itemId, counted, expected }) => `${itemId}: ${counted}/${expected}`)
    const known = [...count.tallies]
      .filter(([, { counted, onHand }]) => counted !== onHand)
      .map(([id, { counted, onHand }]) => `${id}: ${counted}/${onHand}`)
    if (shown.toSorted().join() !== known.toSorted().join())
      broken(`a count shows ${shown.join()}, and people found ${known.join()}`)
  }

  const uncounted = (count: AskedCount, listed: Goods[] | null): Map<number, number> =>
    new Map(
      (listed ?? []).filter(({ id }) => !count.tallies.has(id)).map(({ id }) => [id, onHandOf(id)] as const),
    )

  const book = async (count: AskedCount, listed: Goods[] | null): Promise<void> => {
    const missing = listed ? 'zero' : 'leave'
    const requestId = nameOf('book')
    let sure = false
    while (await isReady()) {
      const isDone = endOf(count) !== undefined
      const wasCorrected = isCorrected(count)
      const left = uncounted(count, listed)
      const linesOf = () =>
        [...count.tallies]
          .map(([id, { counted, onHand }]) => ({ id, counted, expected: onHand }))
          .concat([...uncounted(count, listed)].map(([id, expected]) => ({ id, counted: 0, expected })))
      const mustAsk = linesOf().some(isLarge)
      const input: InputOf<'count.book'> = { id: count.id ?? 0, missing, sure, requestId }
      const call = () => till.ask('manager', 'count.book', input)
      if (!isDone) count.end = { act: 'booked', acknowledged: false }
      const { reply, atOnce } = await ask('booking a count', call, () => endOf(count) === 'booked', ['003'])
      if (!isDone && atOnce) {
        count.missing = left
        if (wasCorrected) broken('a count was booked after a correction of what it counted')
        if (mustAsk && !sure) broken('a count was booked without a word about its large differences')
      }
      if (reply?.ok) {
        count.end = { act: 'booked', acknowledged: true }
        repeat(call)
        return
      }
      const reason = reply?.error.reason
      if (reason === 'count.corrected') {
        if (!wasCorrected && !isCorrected(count)) broken('a count is said to be corrected, and is not')
        if (!(await enter(count, [...count.tallies.keys()], found, true))) return
      } else if (reason === 'count.muchMissing' || reason === 'count.muchMore') {
        if (sure || !(mustAsk || linesOf().some(isLarge)))
          broken(`${reason} for differences that are not large`)
        sure = true
      } else if (reply?.error.code === '003') broken(`booking a count answered ${reply.error.message}`)
      else await later(random.between(500, 3_000))
    }
  }

  const drop = async (count: AskedCount): Promise<void> => {
    const requestId = nameOf('drop')
    while (await isReady()) {
      const call = () => till.ask('manager', 'count.drop', { id: count.id ?? 0, requestId })
      count.end ??= { act: 'dropped', acknowledged: false }
      const { reply } = await ask('dropping a count', call)
      if (reply?.ok) {
        count.end.acknowledged = true
        repeat(call)
        return
      }
      await later(random.between(500, 3_000))
    }
  }

  type Scope =
    | { scope: 'all' }
    | { scope: 'category'; category: string }
    | { scope: 'list'; itemIds: number[] }
    | { scope: 'rolling'; most: number }
  const scopeOf = (listed: Goods[]): Scope => {
    const scope = random.pick(['all', 'category', 'list', 'list', 'rolling'] as const)
    if (scope === 'list') return { scope, itemIds: listed.map(({ id }) => id) }
    if (scope === 'rolling') return { scope, most: 5 }
    const [first] = till.read<{ category: string }>(
      "select category from item where category is not null and type <> '3' order by id * ? % 101 limit 1",
      random.between(1, 97),
    )
    return scope === 'category' && first ? { scope, category: first.category } : { scope: 'all' }
  }

  const countOnce = async (): Promise<void> => {
    const listed = some(4)
    const scope = scopeOf(listed)
    const count: AskedCount = {
      ...{ requestId: nameOf('count'), id: null, entries: new Map(), tallies: new Map() },
      ...{ end: null, missing: null },
    }
    counts.push(count)
    if (!(await start(count, scope))) return
    // What nobody counts of a list may be booked as missing.
    const isZero = scope.scope === 'list' && random.chance(0.2)
    if (!(await countAll(count, isZero && listed.length > 1 ? listed.slice(1) : listed))) return
    await later(random.between(100, random.pick([5_000, 60_000, 600_000])))
    if (await isReady()) await review(count)
    if (random.chance(0.15)) await drop(count)
    else await book(count, isZero ? listed : null)
  }

  return { count: (): void => void (till.running() && countOnce()) }
}
