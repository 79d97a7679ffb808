/**
 * Watches the disk of the data folder. Selling stops before the disk is full, so that what was sold can still be sent and
 * looked at; it goes on by itself once there is room, or once a disk that failed takes what is written again. A folder
 * that was deleted, replaced or unmounted ends selling until Kaunta is started again.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Anchor } from '../../db/engine/anchor.ts'
import type { Clock, Log, Volume } from '../base/ports.ts'
import type { DiskWord } from '../contract/device.ts'
import { codeOf, diskTrouble } from './diskErrors.ts'
import { type Ballast, createBallast } from './reserve.ts'

/**
 * Room in bytes, time in milliseconds. Room is what is left beside the ballast, whether the ballast is there or not. One
 * place, so that tests can use disks of any size.
 */
export interface DiskLimits {
  /** At least four times what SQLite's log may hold (8 MiB): with less, moving the log into the database fills it again. */
  ballastBytes: number
  /** Below this nothing new is kept: room for thousands of documents' answers, and for a log of every open database. */
  stopBytes: number
  /** Selling goes on at this; more than `stopBytes`, so that it does not begin and end with every sale. */
  goOnBytes: number
  /** Below this people are told: some weeks of sales before selling stops. */
  lowBytes: number
  /** Between looks while all is well, and while it is not. */
  lookMs: number
  lookSoonMs: number
  /** After a start the till is busy with its owner first. */
  ballastAfterMs: number
}

const MiB = 1024 * 1024
export const diskLimits: DiskLimits = {
  ballastBytes: 48 * MiB,
  stopBytes: 96 * MiB,
  goOnBytes: 128 * MiB,
  lowBytes: 512 * MiB,
  lookMs: 5_000,
  lookSoonMs: 1_000,
  ballastAfterMs: 30_000,
}

/** A ballast that could not be made is tried again after this long, milliseconds. */
const ballastRetryMs = 600_000
/** Written to see whether the disk takes anything; bytes. */
const probeBytes = 4096

export interface DiskState {
  word: DiskWord
  folder: string
  /** What may still be written beside the ballast; null = it cannot be told. */
  freeBytes: number | null
  /** To be freed before all is well again; 0 = nothing. */
  toFreeBytes: number
}

export interface Disk {
  state(): DiskState
  /** Call in the transaction that keeps something new. Throws {@link NoRoomError}, before anything is written. */
  demandRoom(): void
  /**
   * Bytes that a copy may take up in the data folder: our own copies must never be why people hear of a full disk. Throws
   * {@link NoRoomError} where the folder is gone.
   */
  roomForCopies(): number
  /** Bytes that may be taken up for a moment without stopping the selling. */
  roomToWork(): number
  /** Something went wrong; if it is the disk's doing, this looks after it. */
  failed(error: unknown): void
  start(): void
  stop(): void
}

/** Nothing new is kept before the disk is well. */
export class NoRoomError extends Error {
  readonly state: DiskState
  constructor(state: DiskState) {
    super(
      `Nothing new is kept: the disk of ${state.folder} is ${state.word}${state.toFreeBytes > 0 ? `, free ${Math.ceil(state.toFreeBytes / 1_000_000)} MB` : ''}`,
    )
    this.state = state
  }
}

/** A disk that nobody watches. */
export const unwatchedDisk: Disk = {
  state: () => ({ word: 'ok', folder: '', freeBytes: null, toFreeBytes: 0 }),
  demandRoom: () => undefined,
  roomForCopies: () => Number.POSITIVE_INFINITY,
  roomToWork: () => Number.POSITIVE_INFINITY,
  failed: () => undefined,
  start: () => undefined,
  stop: () => undefined,
}

/** In these nothing new is kept. */
const stopping: readonly DiskWord[] = ['stopped', 'full', 'readOnly', 'broken', 'damaged', 'gone']
const keepsNothing = (word: DiskWord): boolean => stopping.includes(word)

/** What a write has failed with; a write must succeed before it is over. */
const failing: readonly DiskWord[] = ['full', 'readOnly', 'broken']

export const ballastFile = (folder: string): string => resolve(folder, 'ballast.bin')

/** Throws what a write fails with now. */
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
  /** Holds the files that are open in the folder. */
  anchor: Pick<Anchor, 'look'>
  /** Answers what is wrong, or rejects, when a database cannot be trusted after a failed write. */
  check(): Promise<string | null>
  /** The word is another; `goesOn`: things may be kept again. */
  changed(goesOn: boolean): void
}

export const createDisk = (options: DiskOptions): Disk => {
  const { limits, volume, clock, log, anchor, check, changed } = options
  const folder = resolve(options.folder)
  const ballast: Ballast = createBallast(ballastFile(folder), limits.ballastBytes)
  let word: DiskWord = 'ok'
  let spare: number | null = null
  let cancel: (() => void) | undefined
  let stopped = true
  let ballastDue = clock.monotonic() + limits.ballastAfterMs
  /** Failed writes and syncs: after one nobody knows what the file holds. */
  let failures = 0
  /** So many of them were there when a check began that found nothing. */
  let checked = 0
  let checking = false

  const measure = (): number => {
    const free = volume.freeBytes(folder)
    return free - Math.max(limits.ballastBytes - ballast.bytes(), 0)
  }

  const become = (next: DiskWord): void => {
    if (next === word || word === 'gone') return
    const goesOn = keepsNothing(word) && !keepsNothing(next)
    const level = keepsNothing(next) ? 'error' : 'warn'
    log[level]({ disk: next, before: word, folder, freeBytes: spare }, 'the disk of the data folder')
    word = next
    changed(goesOn)
  }

  /** What the room left makes of it; selling that has stopped waits for more room than it needed to go on. */
  const byRoom = (room: number): DiskWord => {
    const least = keepsNothing(word) ? limits.goOnBytes : limits.stopBytes
    if (room < least) return word === 'full' ? 'full' : 'stopped'
    const well = word === 'ok' ? limits.lowBytes : limits.lowBytes * 1.1
    return room < well ? 'low' : 'ok'
  }

  /** Of an error that only the data folder can have caused. */
  const wordOf = (error: unknown): DiskWord => {
    const trouble = diskTrouble(error)
    if (trouble === 'full' || trouble === 'readOnly' || trouble === 'damaged') return trouble
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' ? 'readOnly' : 'broken'
  }

  const isGone = (): boolean => {
    const path = anchor.look()
    if (path !== null && word !== 'gone')
      log.error({ path }, 'an open file is not in the data folder any more')
    return path !== null
  }

  /** Throws what the disk fails with. */
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

  /** It reads all of every database, and is not waited for. */
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

  const makeBallast = (): void => {
    ballastDue = clock.monotonic() + ballastRetryMs
    ballast.make().catch((error: unknown) => {
      log.warn({ err: error }, 'no room could be set aside; it is tried again')
    })
  }

  const look = (): void => {
    try {
      become(judge())
    } catch (error) {
      become(wordOf(error))
    }
    const roomy = !keepsNothing(word)
    if (!stopped && roomy && !ballast.isWhole() && clock.monotonic() >= ballastDue) makeBallast()
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
      // A disk that is full can say so as a write that failed.
      if (found === 'broken' && spare < limits.stopBytes) found = 'full'
    } catch {
      // Nor can it be asked; what it said of itself stands.
    }
    if (found === 'full') {
      ballast.drop()
      ballastDue = clock.monotonic()
    }
    if (word !== 'damaged') become(found)
    arm()
  }

  const roomBeyond = (left: number): number => {
    look()
    // Old copies of a folder that took its place are not given up for a new one.
    if (word === 'gone') throw new NoRoomError(state())
    return keepsNothing(word) || spare === null ? 0 : spare - left
  }

  const state = (): DiskState => {
    const wanted = keepsNothing(word) ? limits.goOnBytes : limits.lowBytes * 1.1
    const short = spare !== null && (word === 'low' || word === 'stopped' || word === 'full')
    const toFree = short ? Math.max(Math.ceil(wanted - (spare ?? 0)), 0) : 0
    return { word, folder, freeBytes: spare === null ? null : Math.max(spare, 0), toFreeBytes: toFree }
  }

  return {
    state,
    demandRoom: () => {
      // Whoever tries again need not wait for the next look.
      if (keepsNothing(word)) look()
      if (keepsNothing(word)) throw new NoRoomError(state())
    },
    roomForCopies: () => roomBeyond(Math.max(2 * limits.lowBytes, limits.goOnBytes)),
    roomToWork: () => roomBeyond(limits.goOnBytes),
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
