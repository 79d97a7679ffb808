/** The shim between a till and its disk: built when first wanted, steered through a page of shared memory. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built shim, or null where there is no C compiler or no way to load it. */
export const buildShim = (folder: string): string | null => {
  if (process.platform !== 'linux') return null
  const library = join(folder, 'shim.so')
  const source = fileURLToPath(new URL('shim.c', import.meta.url))
  const { status } = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return status === 0 ? library : null
}

/** The effect of the shim on the following disk operations. */
export const mode = { off: 0, failOnce: 1, failOn: 2, kill: 3 } as const

export interface Control {
  /** `after` operations from now: `error` is the errno they fail with. */
  arm(change: { mode: (typeof mode)[keyof typeof mode]; after: number; error: number }): void
  disarm(): void
  /** Operations that failed since it was armed. */
  hits(): number
}

const fields = 5
export const makeControl = (file: string): void => writeFileSync(file, Buffer.alloc(fields * 4))

/** Opened anew for every word: a run has thousands of tills, and a process only so many open files. */
const using = <T>(file: string, work: (fd: number) => T): T => {
  const fd = openSync(file, 'r+')
  try {
    return work(fd)
  } finally {
    closeSync(fd)
  }
}

export const openControl = (file: string): Control => ({
  arm: (change) => {
    const page = Buffer.alloc(fields * 4)
    for (const [index, value] of [change.mode, change.after, change.error].entries())
      page.writeUInt32LE(value, index * 4)
    using(file, (fd) => writeSync(fd, page, 0, page.length, 0))
  },
  disarm: () => {
    using(file, (fd) => writeSync(fd, Buffer.alloc(4), 0, 4, 0))
  },
  hits: () => {
    const page = Buffer.alloc(4)
    using(file, (fd) => readSync(fd, page, 0, 4, 16))
    return page.readUInt32LE(0)
  },
})
