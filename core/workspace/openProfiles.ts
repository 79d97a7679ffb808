/** The open profiles of a workspace, those that could not be opened, and those closed temporarily. */
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
  /** True while a profile is closed temporarily. */
  isReopening(id?: string): boolean
  /** `known`: the profile existed before, so a missing database must not silently become an empty shop. */
  start(row: ProfileRow, known: boolean): Promise<Profile>
  /** A profile that cannot be opened does not stop the others. Throws if none can be opened. */
  startAll(rows: ProfileRow[]): Promise<void>
  close(id: string): Promise<void>
  /** Closes a profile, runs `work` on its files or row, and opens it again, even after an error. */
  reopen<T>(id: string, work: () => Promise<T>): Promise<T>
}

export const createProfiles = (by: {
  /** The row as stored now. */
  rowOf(id: string): ProfileRow
  openOne(row: ProfileRow, known: boolean): Promise<Profile>
  log: Log
  /** A profile was closed or opened. */
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
        // Moving and opening files is synchronous. A typing window is served in between.
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
