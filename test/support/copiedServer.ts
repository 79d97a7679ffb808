/** A PostgreSQL server of its own, whose files are copied at one moment while it runs, and put back later. */
import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Server, type ServerOptions, startServer } from '../../db/hub/engine.ts'
import type { Programs } from '../../db/hub/programs.ts'
import { openFolder } from './postgres.ts'

export interface CopiedServer {
  url(database: string): string
  /** Copies the files as a power cut at this moment would leave them. Open transactions are not in the copy. */
  copy(): void
  /** Kills the server, and starts it on the copy. */
  putBack(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it, and removes its files. */
  end(): Promise<void>
}

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter((child) => child > 0)

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Needs `ps` and signals. */
export const startCopiedServer = async (programs: Programs): Promise<CopiedServer> => {
  const parent = openFolder()
  const options: ServerOptions = { folder: join(parent.path, 'server'), password: 'copied', programs }
  const files = join(options.folder, 'pg')
  const kept = join(parent.path, 'copy')
  let server: Server = await startServer(options)
  const postmaster = () => Number(readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')[0])
  const signal = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, name)
  }
  const kill = async (): Promise<void> => {
    const main = postmaster()
    const pids = [main, ...childrenOf(main)]
    signal(pids, 'SIGKILL')
    // A server does not start while one of them is there.
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  }
  const start = async (): Promise<void> => {
    server = await startServer(options)
  }
  return {
    url: (database) => server.url(database),
    copy: () => {
      const main = postmaster()
      // The postmaster first, so that no child is new.
      signal([main], 'SIGSTOP')
      const children = childrenOf(main)
      signal(children, 'SIGSTOP')
      rmSync(kept, { recursive: true, force: true })
      spawnSync('cp', ['-a', files, kept])
      signal([...children, main], 'SIGCONT')
    },
    putBack: async () => {
      await kill()
      rmSync(files, { recursive: true })
      spawnSync('cp', ['-a', '--no-target-directory', kept, `${files}.new`])
      renameSync(`${files}.new`, files)
      await start()
    },
    kill,
    start,
    end: async () => {
      await server.stop()
      parent.remove()
    },
  }
}
