/** Little space, none, and a disk that cannot be written: the shop sees the problem, and selling resumes by itself. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { DiskWord } from '../../../core/contract/device.ts'
import {
  createDisk,
  type DiskLimits,
  diskLimits,
  NoRoomError,
  reserveFile,
} from '../../../core/disk/diskMonitor.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'

const KiB = 1024
const small: DiskLimits = {
  reserveBytes: 64 * KiB,
  stopBytes: 200 * KiB,
  resumeBytes: 300 * KiB,
  lowBytes: 1000 * KiB,
  lookMs: 5,
  lookSoonMs: 5,
  reserveAfterMs: 0,
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A disk with as much room as a test says, `ballast` apart: that lies on the real one. */
const setUp = (limits = small) => {
  const folder = temporaryFolder()
  let room = 10_000 * KiB
  let wrong: string | null = null
  let gone: string | null = null
  let checks = 0
  const words: DiskWord[] = []
  const data = join(folder.path, 'data')
  mkdirSync(data)
  const disk = createDisk({
    folder: data,
    limits,
    volume: {
      freeBytes: () => room - sizeOf(reserveFile(data)) - sizeOf(`${reserveFile(data)}.part`),
      freeBytesElsewhere: () => Promise.reject(new Error('not asked here')),
    },
    clock: systemClock,
    log: memoryLog(),
    anchor: { look: () => gone },
    check: async () => {
      checks += 1
      return wrong
    },
    changed: () => words.push(disk.state().word),
  })
  disk.start()
  onTestFinished(() => {
    disk.stop()
    folder.remove()
  })
  return {
    disk,
    data,
    words,
    checks: () => checks,
    damage: () => {
      wrong = 'page 7 is not there'
    },
    lose: (path: string | null) => {
      gone = path
    },
    leave: (bytes: number) => {
      room = bytes
    },
    word: (word: DiskWord) => expect.poll(() => disk.state().word).toBe(word),
    ballast: () => sizeOf(reserveFile(data)),
  }
}
const failure = (code: string, path?: string) =>
  Object.assign(new Error(code), { code, ...(path ? { path } : {}) })

it('has a ballast of four logs at least, and stops selling while there is more left than that', () => {
  const walLimit = 8 * 1024 * KiB
  expect(diskLimits.reserveBytes).toBeGreaterThanOrEqual(4 * walLimit)
  expect(diskLimits.stopBytes).toBeGreaterThan(diskLimits.reserveBytes)
  expect(diskLimits.resumeBytes).toBeGreaterThan(diskLimits.stopBytes)
  expect(diskLimits.lowBytes).toBeGreaterThan(diskLimits.resumeBytes)
})

it('sets room aside that is really taken', async () => {
  const { data, ballast } = setUp()
  await expect.poll(ballast).toBe(small.reserveBytes)
  expect(statSync(reserveFile(data)).blocks * 512).toBeGreaterThanOrEqual(small.reserveBytes)
})

it('warns of little space, stops with some left, and resumes once there is enough', async () => {
  const { disk, leave, word, words } = setUp()
  expect(disk.state().word).toBe('ok')
  leave(900 * KiB)
  await word('low')
  expect(disk.state().toFreeBytes).toBeGreaterThan(0)
  expect(() => disk.demandRoom()).not.toThrow()
  leave(250 * KiB)
  await word('stopped')
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  // As much as it stopped at is not enough, or it would stop again with the next sale.
  leave(350 * KiB)
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  expect(disk.state().toFreeBytes).toBeLessThan(100 * KiB)
  leave(400 * KiB)
  // A caller need not wait for the next check.
  expect(() => disk.demandRoom()).not.toThrow()
  leave(10_000 * KiB)
  await word('ok')
  expect(words).toEqual(['low', 'stopped', 'low', 'ok'])
})

it('makes no ballast where that would fill the disk', async () => {
  const { leave, word, ballast } = setUp({ ...small, reserveAfterMs: 50 })
  leave(220 * KiB)
  await word('stopped')
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(ballast()).toBe(0)
})

it('gives the ballast up when a write fails for want of room, and makes it again when there is some', async () => {
  const { disk, leave, word, ballast } = setUp()
  await expect.poll(ballast).toBe(small.reserveBytes)
  leave(small.reserveBytes)
  disk.failed(failure('SQLITE_FULL'))
  expect(disk.state().word).toBe('full')
  expect(ballast()).toBe(0)
  // The freed reserve is not for new sales.
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  leave(10_000 * KiB)
  await word('ok')
  await expect.poll(ballast).toBe(small.reserveBytes)
})

it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE'])(
  'takes %s on a disk without room for full',
  (code) => {
    const { disk, leave } = setUp()
    leave(10 * KiB)
    disk.failed(failure(code))
    expect(disk.state().word).toBe('full')
  },
)

it('checks the databases after a failed sync, before anything else is sold', async () => {
  const { disk, checks, word } = setUp()
  disk.failed(failure('SQLITE_IOERR_FSYNC'))
  expect(disk.state().word).toBe('broken')
  expect(checks()).toBe(0)
  // The check reads whole files and is not waited for.
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  await word('ok')
  disk.demandRoom()
  expect(checks()).toBe(1)
})

it('checks once more when a write fails while the databases are checked', async () => {
  const { disk, checks, word } = setUp()
  disk.failed(failure('SQLITE_IOERR_FSYNC'))
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  disk.failed(failure('SQLITE_IOERR_FSYNC'))
  await word('ok')
  expect(checks()).toBe(2)
})

it('leaves more room than it warns at, so that copies never make it warn', () => {
  const { disk, leave } = setUp()
  leave(2 * small.lowBytes + small.reserveBytes + 500 * KiB)
  expect(disk.roomForCopies()).toBe(500 * KiB)
  leave(1.2 * small.lowBytes + small.reserveBytes)
  expect(disk.state().word).toBe('ok')
  expect(disk.roomForCopies()).toBeLessThanOrEqual(0)
  expect(disk.roomToWork()).toBeGreaterThan(0)
})

it('keeps nothing new in a damaged database', async () => {
  const { disk, damage, word } = setUp()
  damage()
  disk.failed(failure('SQLITE_CORRUPT'))
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  await word('damaged')
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
})

it('sells no more after an open file was lost, whatever lies in its place then, until it is started again', async () => {
  const { disk, data, lose, word, words } = setUp()
  lose(join(data, 'till.db'))
  await word('gone')
  lose(null)
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  // A copy would be made at the cost of those that lie there now.
  expect(() => disk.roomForCopies()).toThrow(NoRoomError)
  disk.failed(failure('SQLITE_FULL'))
  expect(words).toEqual(['gone'])
})

it('waits for a disk that cannot be written, and resumes when it can be', async () => {
  const { disk, data, word } = setUp()
  await expect.poll(() => statSync(reserveFile(data), { throwIfNoEntry: false })).toBeDefined()
  rmSync(data, { recursive: true })
  writeFileSync(data, 'something else')
  disk.failed(failure('SQLITE_IOERR'))
  expect(() => disk.demandRoom()).toThrow(NoRoomError)
  expect(disk.state().word).toBe('broken')
  rmSync(data)
  mkdirSync(data)
  await word('ok')
})

it('is not troubled by other disks, nor by another program that holds the file', () => {
  const { disk } = setUp()
  disk.failed(failure('ENOSPC', '/media/stick/copy.db'))
  disk.failed(failure('SQLITE_BUSY'))
  disk.failed(new Error('something else'))
  expect(disk.state().word).toBe('ok')
})
