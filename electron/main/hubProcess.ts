/** The hub in a process of Electron, which ends with Electron. */
import { createInterface } from 'node:readline'
import type { UtilityProcess } from 'electron'
import type { StartHub } from '../../core/base/hubProcess.ts'

/** `fork`: starts the hub's bundle. Its standard output and error are pipes. */
export const startHubIn =
  (fork: (args: string[]) => UtilityProcess): StartHub =>
  (args) => {
    const child = fork([...args])
    return {
      onLine: (listener) => {
        for (const [stream, isForPeople] of [
          [child.stdout, false],
          [child.stderr, true],
        ] as const)
          if (stream)
            createInterface({ input: stream as NodeJS.ReadableStream }).on('line', (line) =>
              listener(line, isForPeople),
            )
      },
      onEnd: (listener) => {
        child.once('exit', listener)
      },
      end: () => {
        child.kill()
      },
      kill: () => {
        child.kill()
      },
    }
  }
