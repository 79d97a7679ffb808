/** The needs of core from the machine, on plain Node. Electron brings its own secrets and printer. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { Clock, Ids, Log, Ports, Volume } from '../base/ports.ts'
import { openPole } from '../hardware/pole.ts'
import { weigh } from '../hardware/scale.ts'
import { serialPorts } from '../hardware/serial.ts'
import { directPrinters } from '../printing/direct/directPrinters.ts'
import { printTiming } from '../printing/direct/timing.ts'
import { oneAtATime } from '../printing/printers/printQueue.ts'
import { nodePrinter } from '../printing/printers/systemPrinter.ts'
import { offThread } from './offThread.ts'
import { fileSecrets } from './secrets.ts'
import { systemViewer } from './viewer.ts'

/** Longest delay of a timer, milliseconds. A longer one would fire at once. */
const longestTimerMs = 2_147_483_647

/** Milliseconds. A larger gap between the two other clocks means sleep, or a changed clock. */
const gapMs = 1_000
const readAgainMs = 60_000

/**
 * Linux counts by CLOCK_BOOTTIME, Windows by GetTickCount64, macOS from the system's start. All three count sleep;
 * `performance.now()` does not everywhere. A reading costs 10 µs and macOS counts whole seconds, so it is
 * extrapolated for a minute.
 */
const createUptime = (): (() => number) => {
  let read = { monotonic: Number.NEGATIVE_INFINITY, wall: 0, uptime: 0 }
  return () => {
    const monotonic = performance.now()
    const wall = Date.now()
    const passed = monotonic - read.monotonic
    if (passed > readAgainMs || Math.abs(wall - read.wall - passed) > gapMs)
      read = { monotonic, wall, uptime: uptime() * 1000 }
    return read.uptime + (monotonic - read.monotonic)
  }
}

const bootIdOf = (): string | null => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Only Linux has it.
    return null
  }
}
const bootId = bootIdOf()

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: createUptime(),
  bootId: () => bootId,
  after: (ms, callback) => {
    let timer: NodeJS.Timeout
    const wait = (left: number) => {
      const step = Math.min(left, longestTimerMs)
      timer = setTimeout(() => (left > step ? wait(left - step) : callback()), step).unref()
    }
    wait(Math.max(ms, 0))
    return () => clearTimeout(timer)
  },
}

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  random: () => Math.random(),
}

export const systemVolume: Volume = {
  freeBytes: (folder) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
  freeBytesElsewhere: async (folder) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
}

export const nodePorts = (dataDir: string, log: Log): Ports => ({
  clock: systemClock,
  ids: randomIds,
  log,
  volume: systemVolume,
  offThread,
  secrets: fileSecrets(dataDir),
  direct: directPrinters(printTiming),
  printer: oneAtATime(nodePrinter(dataDir, systemClock.now)),
  viewer: systemViewer(),
  serialPorts,
  weigh,
  pole: openPole(log),
})
