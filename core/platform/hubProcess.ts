/** The hub as a process of Node. It ends with the till that started it, also if that one is killed. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { StartHub } from '../base/hubProcess.ts'

/** From the source, or where a build puts it beside the till's bundle. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../hub/main.ts' : './hub.js', import.meta.url),
)

export const startHubProcess: StartHub = (args) => {
  const child = spawn(process.execPath, [...process.execArgv, entry, '--attached', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  // Nothing is written there: its end tells the hub that this process is gone.
  child.stdin.on('error', () => undefined)
  return {
    onLine: (listener) => {
      createInterface({ input: child.stdout }).on('line', (line) => listener(line, false))
      createInterface({ input: child.stderr }).on('line', (line) => listener(line, true))
    },
    onEnd: (listener) => {
      let isOver = false
      const over = (code: number | null) => {
        if (!isOver) listener(code)
        isOver = true
      }
      child.once('close', over)
      child.once('error', () => over(null))
    },
    end: () => {
      child.stdin.end()
    },
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}
