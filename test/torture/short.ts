/** A short run of what `npm run torture` does for hours; answers what it printed. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const torture = async (...args: string[]): Promise<string> => {
  const run = fileURLToPath(new URL('run.ts', import.meta.url))
  const ended = promisify(execFile)(process.execPath, [run, ...args])
  const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error)
  return `${stdout}${stderr}`
}
