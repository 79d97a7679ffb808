/** What happens around an installation while no database is open: the copies, the installer, and the way back. */
import { join } from 'node:path'
import { lockFolder } from '../../db/engine/lock.ts'
import type { OffThread } from '../base/offThread.ts'
import type { Log } from '../base/ports.ts'
import { isWhole } from './download.ts'
import { type FeedFile, UpdateError } from './feed.ts'
import { findNext, stage, type Wanted } from './find.ts'
import {
  decide,
  type Installation,
  keepInstallation,
  readInstallation,
  updatesFolder,
} from './installation.ts'
import type { Update } from './updates.ts'
import { copyDatabases, forgetCopies, hasWritten, restoreDatabases } from './wayBack.ts'

/** An installer that lies here and was verified. */
export interface Verified extends FeedFile {
  /** Its path. */
  path: string
  version: string
}

export interface Installing {
  dataDir: string
  wanted: Wanted
  offThread: OffThread
  log: Log
  /** Epoch milliseconds. */
  now(): number
  /** Starts the system's installation, which starts what it installed. Rejects if the system did not begin. */
  runInstaller(file: Verified): Promise<void>
  /** Asks the person at the computer, before there is a window. */
  offer(version: string): Promise<boolean>
}

/** Milliseconds. A start does not wait longer for the address of the updates. */
const offerMs = 20_000

const verified = async (dataDir: string, file: FeedFile, version: string): Promise<Verified> => {
  const path = join(updatesFolder(dataDir), file.url)
  // The folder is writable by the person's other programs.
  if (!(await isWhole(path, file))) throw new UpdateError('badFile', `${path} was changed`)
  return { ...file, path, version }
}

const locked = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  const unlock = lockFolder(dataDir)
  try {
    return await work()
  } finally {
    unlock()
  }
}

/**
 * Installs a staged version. The core is closed, so the copies have everything. Rejects if nothing was installed; then
 * the note says so, and this version can start again.
 */
export const installNow = async (update: Update, by: Installing): Promise<void> => {
  const { dataDir, wanted } = by
  let note: Installation = {
    from: wanted.version,
    to: update.version,
    address: update.address,
    at: by.now(),
    state: 'begun',
    starts: 0,
    wayBack: update.wayBack,
    copies: [],
    journals: {},
    revision: -1,
  }
  try {
    const file = await verified(dataDir, update.file, update.version)
    await verified(dataDir, update.wayBack, wanted.version)
    note = { ...note, ...(await locked(dataDir, () => copyDatabases(dataDir, by.offThread))) }
    keepInstallation(dataDir, note)
    await by.runInstaller(file)
  } catch (error) {
    by.log.error({ err: error, version: update.version }, 'the new version was not installed')
    keepInstallation(dataDir, { ...note, state: 'notInstalled' })
    await forgetCopies(dataDir)
    throw error
  }
}

const goBack = async (note: Installation, by: Installing): Promise<void> => {
  const { dataDir } = by
  const file = await verified(dataDir, note.wayBack, note.from)
  // From here on this version opens no database.
  keepInstallation(dataDir, { ...note, state: 'goingBack' })
  await locked(dataDir, () => restoreDatabases(dataDir, note, by.offThread))
  by.log.warn({ from: note.to, to: note.from }, 'the new version does not start: Kaunta goes back')
  await by.runInstaller(file)
}

/** Offers the next version to a till whose version does not start and cannot go back. */
const offerNext = async ({ address }: Installation, by: Installing): Promise<boolean> => {
  const { dataDir, wanted } = by
  const place = { address, signal: AbortSignal.timeout(offerMs) }
  const next = await findNext(wanted, place)
  if (!next || !(await by.offer(next.version))) return false
  const unlimited = { room: () => Number.POSITIVE_INFINITY, progress: () => undefined }
  await stage(next, { dataDir, address, signal: new AbortController().signal, ...unlimited })
  await installNow({ ...next, address }, by)
  return true
}

/** For a start of Kaunta, before any database is opened. */
export interface Start {
  /** False: an installer runs, and Kaunta must end. */
  opens: boolean
  /** What a person must know if this start fails too; '' = nothing. */
  remedy: string
}

const ordinary: Start = { opens: true, remedy: '' }

/**
 * Decides what a start does about the last installation. If Kaunta cannot go back, this version opens the databases:
 * restored ones are as good as those it had. Throws `FolderInUseError`, as such a start is not the new version's fault.
 */
export const beforeOpening = async (by: Installing): Promise<Start> => {
  const { dataDir, wanted, log } = by
  const note = readInstallation(dataDir)
  const verdict = decide(note, wanted.version, () => note === null || hasWritten(dataDir, note))
  if (!note || verdict === 'open') return ordinary
  lockFolder(dataDir)()
  switch (verdict) {
    case 'try':
      keepInstallation(dataDir, { ...note, starts: note.starts + 1 })
      return ordinary
    case 'goBack':
      try {
        await goBack(note, by)
        return { opens: false, remedy: '' }
      } catch (err) {
        log.error({ err }, 'Kaunta could not go back')
        const installer = join(updatesFolder(dataDir), note.wayBack.url)
        return { opens: true, remedy: `Kaunta ${note.to} does not start. Install ${installer} by hand.` }
      }
    case 'keep': {
      if (note.state !== 'kept') {
        log.error({ version: note.to }, 'the new version does not start, and it has written: no way back')
        keepInstallation(dataDir, { ...note, state: 'kept' })
        await forgetCopies(dataDir)
      }
      const isInstalled = await offerNext(note, by).catch((err: unknown) => {
        log.warn({ err }, 'no next version could be offered')
        return false
      })
      const remedy = `Kaunta ${note.to} has stored data, so it cannot go back to ${note.from}. All data is kept. Kaunta offers the next version at a start, as soon as there is one.`
      return { opens: !isInstalled, remedy }
    }
  }
}
