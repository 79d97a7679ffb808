/**
 * Where the data folders of tests are: in memory where the system has a folder for that with room to spare. A test waits for
 * hundreds of syncs, which take 1 to 10 ms each on a disk; that they happen is for `torture` to prove.
 */
import { statfsSync } from 'node:fs'

const folder = '/dev/shm'
const enoughBytes = 3_000_000_000

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}

/** The environment of a process whose temporary files are in memory. */
export const memoryFolder = (): { TMPDIR?: string } =>
  process.platform === 'linux' && hasRoom() ? { TMPDIR: folder } : {}
