/**
 * Watches the disk of the data folder. Kaunta stops accepting sales before the disk is full, so that pending
 * documents can still be sent and read. It resumes once there is room, or once a failed disk accepts writes. If the
 * folder was deleted, replaced or unmounted, selling stays off until Kaunta is restarted.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Anchor } from '../../db/engine/anchor.ts'
import type { Clock, Log, Volume } from '../base/ports.ts'
import type { DiskWord } from '../contract/device.ts'
import { codeOf, diskTrouble } from './diskErrors.ts'
import { createReserve, type Reserve } from './reserve.ts'

/**
 * Sizes in bytes, times in milliseconds. Free space excludes the reserve. One place, so that tests can use disks of
 * any size.
 */
export interface DiskLimits {
  /** At least four times SQLite's maximum log (8 MiB). With less, a checkpoint would fill the disk again. */
  reserveBytes: number
  /**
   * Below this Kaunta accepts nothing new. Leaves room for the responses to thousands of documents, and a log for
   * every open database.
   */
  stopBytes: number
  /** Selling resumes at this. More than `stopBytes`, so that selling does not switch off and on with each sale. */
  resumeBytes: number
  /** Below this Kaunta warns: some weeks of sales before selling stops. */
  lowBytes: number
  /** Between checks, while all is well and while it is not. */
  lookMs: number
  lookSoonMs: number
  /** After a start the cashier has priority. */
  reserveAfterMs: number
}

const MiB = 1024 * 1024
export const diskLimits: DiskLimits = {
  reserveBytes: 48 * MiB,
  stopBytes: 96 * MiB,
  resumeBytes: 128 * MiB,
  lowBytes: 512 * MiB,
  lookMs: 5_000,
  lookSoonMs: 1_000,
  reserveAfterMs: 30_000,
}

/** Milliseconds before a failed reserve is created again. */
const reserveRetryMs = 600_000
/** Bytes. Written to test whether the disk accepts writes. */
const probeBytes = 4096

export interface DiskState {
  word: DiskWord
  folder: string
  /** Free bytes beside the reserve; null = unknown. */
  freeBytes: number | null
  /** Bytes to free before all is well; 0 = none. */
  toFreeBytes: number
}

export interface Disk {
  state(): DiskState
  /** Call it in the transaction that stores something new. Throws {@link NoRoomError} before anything is written. */
  demandRoom(): void
  /**
   * Returns the bytes that a copy may use in the data folder: our own copies must never cause the warning about a
   * full disk. Throws {@link NoRoomError} if the folder is gone.
   */
  roomForCopies(): number
  /** Returns the bytes that may be used temporarily without stopping sales. */
  roomToWork(): number
  /** An operation failed. If the disk is the cause, the monitor checks it. */
  failed(error: unknown): void
  start(): void
  stop(): void
}

/** Kaunta accepts nothing new until the disk is well. */
export class NoRoomError extends Error {
  readonly state: DiskState
  constructor(state: DiskState) {
    super(
      `Nothing new is accepted: the disk of ${state.folder} is ${state.word}${state.toFreeBytes > 0 ? `, free ${Math.ceil(state.toFreeBytes / 1_000_000)} MB` : ''}`,
    )
    this.state = state
  }
}

/** A disk without a monitor. */
export const unwatchedDisk: Disk = {
  state: () => ({ word: 'ok', folder: '', freeBytes: null, toFreeBytes: 0 }),
  demandRoom: () => undefined,
  roomForCopies: () => Number.POSITIVE_INFINITY,
  roomToWork: () => Number.POSITIVE_INFINITY,
  failed: () => undefined,
  start: () => undefined,
  stop: () => undefined,
}

/** In these states Kaunta accepts nothing new. */
const stopping: readonly DiskWord[] = ['stopped', 'full', 'readOnly', 'broken', 'damaged', 'gone']
const keepsNothing = (word: DiskWord): boolean => stopping.includes(word)

/** A write failed. A write must succeed before the state ends. */
const failing: readonly DiskWord[] = ['full', 'readOnly', 'broken']

export const reserveFile = (folder: string): string => resolve(folder, 'ballast.bin')

/** Throws the error that a write causes now. */
const probe = (folder: string): void => {
  const file = resolve(folder, '.probe')
  const fd = openSync(file, 'w', 0o600)
  try {
    writeSync(fd, Buffer.alloc(probeBytes, 1))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
    rmSync(file, { force: true })
  }
}

export interface DiskOptions {
  folder: string
  limits: DiskLimits
  volume: Volume
  clock: Clock
  log: Log
  /** Watches the open files in the folder. */
  anchor: Pick<Anchor, 'look'>
  /** Resolves with the problem, or rejects, if a database cannot be trusted after a failed write. */
  check(): Promise<string | null>
  /** The state changed. `resumes`: new documents are accepted again. */
  changed(resumes: boolean): void
}

export const createDisk = (options: DiskOptions): Disk => {
  const { limits, volume, clock, log, anchor, check, changed } = options
  const folder = resolve(options.folder)
  const reserve: Reserve = createReserve(reserveFile(folder), limits.reserveBytes)
  let word: DiskWord = 'ok'
  let spare: number | null = null
  let cancel: (() => void) | undefined
  let stopped = true
  let reserveDue = clock.monotonic() + limits.reserveAfterMs
  /** Failed writes and syncs. After one, the file's content is uncertain. */
  let failures = 0
  /** The value of `failures` when a check began that found nothing. */
  let checked = 0
  let checking = false

  const measure = (): number => {
    const free = volume.freeBytes(folder)
    return free - Math.max(limits.reserveBytes - reserve.bytes(), 0)
  }

  const become = (next: DiskWord): void => {
    if (next === word || word === 'gone') return
    const resumes = keepsNothing(word) && !keepsNothing(next)
    const level = keepsNothing(next) ? 'error' : 'warn'
    log[level]({ disk: next, before: word, folder, freeBytes: spare }, 'the disk of the data folder')
    word = next
    changed(resumes)
  }

  /** Derives the state from the free bytes. Stopped sales need more room to resume than to continue. */
  const byRoom = (room: number): DiskWord => {
    const least = keepsNothing(word) ? limits.resumeBytes : limits.stopBytes
    if (room < least) return word === 'full' ? 'full' : 'stopped'
    const well = word === 'ok' ? limits.lowBytes : limits.lowBytes * 1.1
    return room < well ? 'low' : 'ok'
  }

  /** Classifies an error that only the data folder can have caused. */
  const wordOf = (error: unknown): DiskWord => {
    const trouble = diskTrouble(error)
    if (trouble === 'full' || trouble === 'readOnly' || trouble === 'damaged') return trouble
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' ? 'readOnly' : 'broken'
  }

  const isGone = (): boolean => {
    const path = anchor.look()
    if (path !== null && word !== 'gone') log.error({ path }, 'an open file is no longer in the data folder')
    return path !== null
  }

  /** Throws the disk's error. */
  const judge = (): DiskWord => {
    if (isGone()) return 'gone'
    spare = measure()
    if (word === 'damaged') return word
    const next = byRoom(spare)
    if (failing.includes(word) && next !== 'full') probe(folder)
    if (failures > checked && next !== 'full') {
      if (!checking) beginCheck()
      return word
    }
    return next
  }

  /** The check reads every database completely, so nothing waits for it. */
  const beginCheck = (): void => {
    const before = failures
    checking = true
    check()
      .then(
        (wrong) => {
          if (wrong === null) checked = before
          else {
            log.error({ wrong }, 'a database is damaged')
            become('damaged')
          }
        },
        (error: unknown) => become(wordOf(error)),
      )
      .finally(() => {
        checking = false
        if (stopped) return
        look()
        arm()
      })
  }

  const makeReserve = (): void => {
    reserveDue = clock.monotonic() + reserveRetryMs
    reserve.make().catch((error: unknown) => {
      log.warn({ err: error }, 'the disk reserve could not be created; it is retried')
    })
  }

  const look = (): void => {
    try {
      become(judge())
    } catch (error) {
      become(wordOf(error))
    }
    const roomy = !keepsNothing(word)
    if (!stopped && roomy && !reserve.isWhole() && clock.monotonic() >= reserveDue) makeReserve()
  }

  const arm = (): void => {
    cancel?.()
    if (stopped) return
    cancel = clock.after(word === 'ok' ? limits.lookMs : limits.lookSoonMs, () => {
      look()
      arm()
    })
  }

  const isElsewhere = (error: unknown): boolean => {
    const { path } = error as { path?: unknown }
    if (typeof path !== 'string') return false
    const place = resolve(path)
    return place !== folder && !place.startsWith(folder + sep)
  }

  const failed = (error: unknown): void => {
    const trouble = diskTrouble(error)
    if (trouble === null || trouble === 'busy' || isElsewhere(error)) return
    if (isGone()) {
      become('gone')
      return
    }
    if (trouble === 'broken' || trouble === 'damaged') failures += 1
    let found: DiskWord = trouble === 'damaged' ? 'broken' : trouble
    try {
      spare = measure()
      // A full disk can report a failed write.
      if (found === 'broken' && spare < limits.stopBytes) found = 'full'
    } catch {
      // The folder cannot be tested now. Its last state stays.
    }
    if (found === 'full') {
      reserve.drop()
      reserveDue = clock.monotonic()
    }
    if (word !== 'damaged') become(found)
    arm()
  }

  const roomBeyond = (left: number): number => {
    look()
    // Old copies in a folder that replaced ours must not be deleted.
    if (word === 'gone') throw new NoRoomError(state())
    return keepsNothing(word) || spare === null ? 0 : spare - left
  }

  const state = (): DiskState => {
    const wanted = keepsNothing(word) ? limits.resumeBytes : limits.lowBytes * 1.1
    const short = spare !== null && (word === 'low' || word === 'stopped' || word === 'full')
    const toFree = short ? Math.max(Math.ceil(wanted - (spare ?? 0)), 0) : 0
    return { word, folder, freeBytes: spare === null ? null : Math.max(spare, 0), toFreeBytes: toFree }
  }

  return {
    state,
    demandRoom: () => {
      // A retry need not wait for the next check.
      if (keepsNothing(word)) look()
      if (keepsNothing(word)) throw new NoRoomError(state())
    },
    roomForCopies: () => roomBeyond(Math.max(2 * limits.lowBytes, limits.resumeBytes)),
    roomToWork: () => roomBeyond(limits.resumeBytes),
    failed,
    start: () => {
      stopped = false
      look()
      arm()
    },
    stop: () => {
      stopped = true
      cancel?.()
    },
  }
}
