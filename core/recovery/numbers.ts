/**
 * The till's own numbers are also remembered outside its database: a copy older than the last sale must not use a
 * number twice. A block is reserved ahead, so only one sale in a hundred needs another write.
 */
import { z } from 'zod'
import type { Db } from '../../db/engine/sqlite.ts'
import { nextNumber, setNextNumber, watchNumbers } from '../../db/profile/lanes.ts'
import { type Kept, readKept } from '../base/kept.ts'
import type { Log } from '../base/ports.ts'

/** Series of our own. The authority's counters are not among them. */
export const ownSeries = [
  ...(['till.sale', 'till.creditNote', 'till.stock'] as const),
  ...(['unofficial.TS', 'unofficial.TC', 'unofficial.PS'] as const),
  // Suppliers and other branches have these numbers on paper.
  ...(['till.delivery', 'till.transfer', 'till.order', 'till.count', 'till.itemImport'] as const),
  // Labels with these numbers are on goods.
  'till.barcode',
] as const
type Series = (typeof ownSeries)[number]

/** A list of thousands of goods takes a stock record for each. */
const blockOf = (name: Series): number => (name === 'till.stock' ? 1000 : 100)
/** Used if nothing is remembered (another computer): more numbers than a till uses between two copies. */
export const leap = 10_000

/** Numbers of a series below this may be in use. */
export type Reserved = Partial<Record<Series, number>>

/** Returns the key under which the workspace database remembers a profile's numbers. */
export const numbersOf = (appId: string): string => `numbers.${appId}`

const remembered = z.object(Object.fromEntries(ownSeries.map((name) => [name, z.int().optional()])))

/** null: nothing was remembered, or it cannot be read. */
export const reservedIn = (kept: Kept | undefined): Reserved | null => readKept(kept, remembered)

const isOwn = (name: string): name is Series => (ownSeries as readonly string[]).includes(name)

/** Starts remembering. Call it before the first number is taken. */
export const reserveNumbers = (db: Db, kept: Kept, log: Log): void => {
  const reserved: Reserved = { ...reservedIn(kept) }
  if (kept.get() !== undefined && Object.keys(reserved).length === 0)
    log.error({}, 'the numbers remembered outside the database cannot be read; they are written again')
  const reach = (name: string, next: number): void => {
    if (!isOwn(name) || next <= (reserved[name] ?? 0)) return
    reserved[name] = next + blockOf(name)
    try {
      kept.set(JSON.stringify(reserved))
    } catch (error) {
      // The sale matters more than this note. The next number tries again.
      reserved[name] = 0
      log.error(
        { err: error, series: name },
        'the numbers in use could not be remembered outside the database',
      )
    }
  }
  for (const name of ownSeries) reach(name, nextNumber(db, name))
  watchNumbers(db, reach)
}

/** For numbers remembered in a copy: more may be in use since then. */
export const raiseReserved = (kept: Kept): void => {
  const reserved = reservedIn(kept)
  if (!reserved) return
  for (const name of ownSeries) reserved[name] = (reserved[name] ?? 1) + leap
  kept.set(JSON.stringify(reserved))
}

/** Continues above every number that may be in use. Returns the skipped numbers of sales; null = none. */
export const leapOver = (db: Db, reserved: Reserved | null): { from: number; to: number } | null => {
  const before = nextNumber(db, 'till.sale')
  for (const name of ownSeries) {
    const next = nextNumber(db, name)
    setNextNumber(db, name, reserved ? Math.max(next, reserved[name] ?? 1) : next + leap)
  }
  const after = nextNumber(db, 'till.sale')
  return after > before ? { from: before, to: after - 1 } : null
}
