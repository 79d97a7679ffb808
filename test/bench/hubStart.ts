/** The hub's process: from its start to ready, and what it and its server need of the memory. */
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { timed } from './measure.ts'
import { atMost, type Figure, type Section } from './report.ts'

/** Megabytes that belong to a process: pages of several count in parts. Linux only. */
const megabytes = (pid: number): number => {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter(Boolean)

export const hubStartSection = async (): Promise<Section> => {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o711)
  const start = () => startProcess('core/hub/main.ts', ['--data', join(folder.path, 'data'), '--port', '0'])
  try {
    const first = await timed(start)
    await first.result.stop()
    const again = await timed(start)
    const note = readFileSync(join(folder.path, 'data/hub/server/pg/postmaster.pid'), 'utf8')
    const main = Number(note.split('\n')[0])
    const memory: Figure[] = []
    if (process.platform === 'linux') {
      const pids = [again.result.pid, main, ...childrenOf(main)]
      const used = Math.round(pids.reduce((sum, pid) => sum + megabytes(pid), 0))
      memory.push({
        name: 'memory of hub and server, idle',
        goal: atMost(used, 250, ' MB'),
        text: `${used} MB`,
      })
    }
    await again.result.stop()
    const seconds = (ms: number) => Number((ms / 1000).toFixed(1))
    return {
      title: 'Start of a hub to ready, with its server',
      figures: [
        {
          name: 'in an empty folder',
          goal: atMost(seconds(first.ms), 8, ' s'),
          text: `${seconds(first.ms)} s`,
        },
        { name: 'again', goal: atMost(seconds(again.ms), 3, ' s'), text: `${seconds(again.ms)} s` },
        ...memory,
      ],
    }
  } finally {
    folder.remove()
  }
}
