/** The profiles of an installation that are open, those that could not be opened, and those closed for a moment. */
import { setImmediate } from 'node:timers/promises'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { Log } from '../base/ports.ts'
import { installationEnded } from '../controlUnit/install.ts'
import type { Profile } from '../profile/profile.ts'

export interface Unopened {
  id: string
  name: string
  text: string
}

export interface Profiles {
  /** By id. */
  readonly open: ReadonlyMap<string, Profile>
  unopened(): Unopened[]
  /** Is it closed for a moment? */
  isReopening(id?: string): boolean
  /** `known`: it was here before, and is not begun anew unnoticed. */
  start(row: ProfileRow, known: boolean): Promise<Profile>
  /** One that cannot be opened does not keep the others from opening; throws when none can be. */
  startAll(rows: ProfileRow[]): Promise<void>
  close(id: string): Promise<void>
  /** Closes a profile, does `work` on its files or its row, and opens it again, whatever came of that. */
  reopen<T>(id: string, work: () => Promise<T>): Promise<T>
}

export const createProfiles = (by: {
  /** As it is kept now. */
  rowOf(id: string): ProfileRow
  openOne(row: ProfileRow, known: boolean): Promise<Profile>
  log: Log
  /** One was closed or opened. */
  changed(): void
}): Profiles => {
  const { rowOf, openOne, log, changed } = by
  const open = new Map<string, Profile>()
  const reopening = new Set<string>()
  const unopened = new Map<string, Unopened>()

  const couldNotOpen = ({ id, name }: ProfileRow, error: unknown): void => {
    log.error({ err: error, profile: id }, 'a profile could not be opened')
    unopened.set(id, { id, name, text: error instanceof Error ? error.message : String(error) })
  }
  const start: Profiles['start'] = async (row, known) => {
    const profile = await openOne(row, known)
    open.set(row.id, profile)
    return profile
  }
  const close: Profiles['close'] = async (id) => {
    const profile = open.get(id)
    open.delete(id)
    if (!profile) return
    await installationEnded(profile)
    await profile.stop()
    await profile.close()
  }
  return {
    open,
    close,
    unopened: () => [...unopened.values()],
    isReopening: (id) => (id === undefined ? reopening.size > 0 : reopening.has(id)),
    start,
    startAll: async (rows) => {
      const tried = await Promise.allSettled(rows.map((row) => start(row, true)))
      const failures = tried.flatMap((one, index) => {
        if (one.status === 'fulfilled') return []
        couldNotOpen(rows[index] as ProfileRow, one.reason)
        return [one.reason]
      })
      if (failures.length > 0 && open.size === 0) throw failures[0]
    },
    reopen: async (id, work) => {
      const profile = open.get(id)
      if (!profile) throw new Error(`There is no open profile ${id}`)
      reopening.add(id)
      try {
        await close(id)
        return await work()
      } finally {
        const row = rowOf(id)
        // Files are moved and opened at once each; a window that types is answered in between.
        await setImmediate()
        try {
          await start(row, true)
        } catch (error) {
          couldNotOpen(row, error)
        }
        reopening.delete(id)
        changed()
      }
    },
  }
}
