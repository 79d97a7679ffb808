/**
 * The till's own numbers, remembered outside its database too: a copy that is older than the last sale must not give
 * one out twice. A block is reserved ahead, so that one sale in a hundred costs another write.
 */
import { z } from 'zod'
import type { Db } from '../../db/engine/sqlite.ts'
import { nextNumber, setNextNumber, watchNumbers } from '../../db/profile/lanes.ts'
import { type Kept, readKept } from '../base/kept.ts'
import type { Log } from '../base/ports.ts'

/** Series of our own; the authority's counters are the authority's to tell. */
export const ownSeries = ['till.sale', 'till.creditNote', 'till.stock'] as const
type Series = (typeof ownSeries)[number]

const block = 100
/** Where nothing is remembered (another computer): more than a till sells between two copies. */
export const leap = 10_000

/** Numbers of a series below this may have been used. */
export type Reserved = Partial<Record<Series, number>>

/** Under this name the installation's database remembers them for a profile. */
export const numbersOf = (appId: string): string => `numbers.${appId}`

const remembered = z.object(Object.fromEntries(ownSeries.map((name) => [name, z.int().optional()])))

/** null: nothing was ever remembered, or it cannot be read. */
export const reservedIn = (kept: Kept | undefined): Reserved | null => readKept(kept, remembered)

const isOwn = (name: string): name is Series => (ownSeries as readonly string[]).includes(name)

/** Remembers from now on; call before the first number is taken. */
export const reserveNumbers = (db: Db, kept: Kept, log: Log): void => {
  const reserved: Reserved = { ...reservedIn(kept) }
  if (kept.get() !== undefined && Object.keys(reserved).length === 0)
    log.error({}, 'the numbers remembered outside the database cannot be read; they are kept anew')
  const reach = (name: string, next: number): void => {
    if (!isOwn(name) || next <= (reserved[name] ?? 0)) return
    reserved[name] = next + block
    try {
      kept.set(JSON.stringify(reserved))
    } catch (error) {
      // A sale is worth more than the memory of its number: it is tried again with the next one.
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

/** For what is remembered in a copy: more may have been used since. */
export const raiseReserved = (kept: Kept): void => {
  const reserved = reservedIn(kept)
  if (!reserved) return
  for (const name of ownSeries) reserved[name] = (reserved[name] ?? 1) + leap
  kept.set(JSON.stringify(reserved))
}

/** Goes on above everything that may have been used; answers the sales' numbers that are left out, null = none. */
export const leapOver = (db: Db, reserved: Reserved | null): { from: number; to: number } | null => {
  const before = nextNumber(db, 'till.sale')
  for (const name of ownSeries) {
    const next = nextNumber(db, name)
    setNextNumber(db, name, reserved ? Math.max(next, reserved[name] ?? 1) : next + leap)
  }
  const after = nextNumber(db, 'till.sale')
  return after > before ? { from: before, to: after - 1 } : null
}
