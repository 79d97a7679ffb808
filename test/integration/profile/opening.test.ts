/** A profile that cannot be opened leaves nothing open: no file, no timer, no practice authority. */
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Clock } from '../../../core/base/ports.ts'
import { openHost } from '../../../core/host/openHost.ts'
import { nodePorts, systemClock } from '../../../core/platform/nodePorts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'

const openFiles = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(join('/proc/self/fd', fd))
      return file.startsWith(folder) ? [file] : []
    } catch {
      // It was closed meanwhile.
      return []
    }
  })
const servers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length

/** Refuses the so-manieth timer that the opening of a profile asks for, and counts those that run. */
const failingClock = (refused: number) => {
  let asked = 0
  const running = new Set<object>()
  const clock: Clock = {
    ...systemClock,
    after: (ms, act) => {
      if (new Error().stack?.includes('core/profile/openProfile.ts')) {
        asked += 1
        if (asked === refused) throw new Error('no timer is to be had')
      }
      const timer = {}
      running.add(timer)
      const cancel = systemClock.after(ms, () => {
        running.delete(timer)
        act()
      })
      return () => {
        running.delete(timer)
        cancel()
      }
    },
  }
  return { clock, running: () => running.size }
}

it.runIf(process.platform === 'linux')(
  'whichever of its parts fails to start',
  async () => {
    const { path, remove } = temporaryFolder()
    onTestFinished(remove)
    const open = async (refused: number) => {
      const { clock, running } = failingClock(refused)
      const host = await openHost({ dataDir: path, ports: { ...nodePorts(path, memoryLog()), clock } }).catch(
        (error: Error) => error,
      )
      return { host, running }
    }
    const { host } = await open(0)
    if (host instanceof Error) throw host
    await host.createProfile({ kind: 'practice', name: 'Sandbox' })
    await host.close()
    const files = openFiles(path)
    // Files that ran before in this process may have left servers.
    const before = servers()
    let failed = 0
    for (let refused = 1; ; refused += 1) {
      const opened = await open(refused)
      if (!(opened.host instanceof Error)) {
        await opened.host.close()
        break
      }
      failed += 1
      expect(opened.host.message).toBe('no timer is to be had')
      expect({ refused, files: openFiles(path), timers: opened.running() }).toEqual({
        refused,
        files,
        timers: 0,
      })
      await expect.poll(servers).toBeLessThanOrEqual(before)
    }
    expect(failed).toBeGreaterThan(3)
  },
  60_000,
)
