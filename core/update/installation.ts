/**
 * The note about an installation, in `<data>/updates/installation.json`. It is a file, as the databases may be what a
 * new version cannot open.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeWhole } from '../recovery/files.ts'

const installation = z.object({
  from: z.string(),
  to: z.string(),
  /** Where the versions come from. A start may need it before it opens a database. */
  address: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The first three: no version reached *ready* since. `kept`: there is no way back. The others are how it ended. */
  state: z.enum(['begun', 'goingBack', 'kept', 'installed', 'wentBack', 'notInstalled']),
  /** Starts of the new version that did not reach *ready*. */
  starts: z.int().min(0),
  /** The installer of the version that ran before, in the folder for updates. */
  wayBack: z.object({ url: z.string(), sha512: z.string(), size: z.int() }),
  /** Databases by their path below the data folder. */
  copies: z.array(z.string()),
  /** Which is the last journal file of each profile, and the last change of the workspace, as they were copied. */
  journals: z.record(z.string(), z.int()),
  revision: z.int(),
})
export type Installation = z.infer<typeof installation>

export const updatesFolder = (dataDir: string): string => join(dataDir, 'updates')
const noteFile = (dataDir: string): string => join(updatesFolder(dataDir), 'installation.json')

/** Returns the last installation; null if there was none, or its note is damaged. */
export const readInstallation = (dataDir: string): Installation | null =>
  installation.safeParse(readJson(noteFile(dataDir))).data ?? null

/** Durable when it returns. */
export const keepInstallation = (dataDir: string, note: Installation): void =>
  writeWhole(noteFile(dataDir), JSON.stringify(note, null, 2))

/** True once a version has reached *ready* after it. */
export const isEnded = ({ state }: Installation): boolean =>
  state === 'installed' || state === 'wentBack' || state === 'notInstalled'

export type Verdict =
  /** Nothing to decide. */
  | 'open'
  /** The new version starts; whether it reaches *ready* is open. */
  | 'try'
  | 'goBack'
  /** The new version failed, and there is no way back: it has written. */
  | 'keep'

/**
 * What a start does about the last installation. `hasWritten`: whether the new version has stored anything. A failed
 * start is enough to go back, as nothing can be lost by it.
 */
export const decide = (note: Installation | null, running: string, hasWritten: () => boolean): Verdict => {
  if (note === null || running !== note.to || isEnded(note)) return 'open'
  if (note.state === 'kept') return 'keep'
  if (note.state === 'begun' && note.starts === 0) return 'try'
  return hasWritten() ? 'keep' : 'goBack'
}
