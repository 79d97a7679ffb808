/** A log in files of bounded size. The newest lines are kept, and a failing disk stops nothing. */
import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'

export interface LogFileOptions {
  /** `kaunta.log`; older parts are `kaunta.log.1` and so on. */
  file: string
  /** Per part. */
  mostBytes?: number
  /** Including the newest part. */
  parts?: number
}

/** Returns the existing parts of a log, oldest first. */
export const logParts = (file: string, parts = usualParts): string[] =>
  Array.from({ length: parts }, (_, age) => partOf(file, age))
    .filter((part) => existsSync(part))
    .reverse()

const usualBytes = 2_000_000
const usualParts = 5
const partOf = (file: string, age: number): string => (age === 0 ? file : `${file}.${age}`)

/**
 * Opens the file at the first line, so that a process which only finds the folder locked leaves no file. `write`
 * never throws.
 */
export const createLogFile = ({ file, mostBytes = usualBytes, parts = usualParts }: LogFileOptions) => {
  let fd: number | undefined
  let bytes = 0

  const open = (): number => {
    makeFolder(dirname(file), 1)
    fd = openSync(file, 'a', 0o600)
    bytes = fstatSync(fd).size
    return fd
  }
  const close = (): void => {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
  }
  const turnOver = (): void => {
    close()
    for (let age = parts - 1; age > 0; age -= 1) {
      if (existsSync(partOf(file, age - 1))) renameSync(partOf(file, age - 1), partOf(file, age))
    }
  }
  return {
    // Written at once through the system, so that a killed process leaves its last lines.
    write: (line: string): void => {
      try {
        const size = Buffer.byteLength(line)
        if (fd === undefined) open()
        if (bytes > 0 && bytes + size > mostBytes) {
          turnOver()
          open()
        }
        writeSync(fd as number, line)
        bytes += size
      } catch {
        // A full disk is reported where it matters. The next line tries again.
        close()
      }
    },
  }
}
