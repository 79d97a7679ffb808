/** What the core needs from the machine, on plain Node. Electron brings its own secrets and printer. */
import { randomBytes, randomUUID } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { nodePrinter } from './node/printer.ts'
import { fileSecrets } from './node/secrets.ts'
import type { Clock, Ids, Log, Ports, Volume } from './ports.ts'

/** Longest delay a timer takes; a longer one would fire at once. */
const longestTimerMs = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
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
  secrets: fileSecrets(dataDir),
  printer: nodePrinter(dataDir, systemClock.now),
})
