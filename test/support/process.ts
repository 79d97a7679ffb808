/** Real processes of the project, started as a person's npm script starts them, ready when they say so. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface TestProcess<Ready> {
  /** The line of JSON it printed. */
  ready: Ready
  pid: number
  /** Writes a line to standard input and answers the next line of JSON. Rejects with its errors if it ends before. */
  ask<T>(line: string): Promise<T>
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>
  /** Everything it wrote to standard error, once it has ended. */
  errors: Promise<string>
}

/** A path below the project's folder. */
export const repository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Of the bundles; as deep as `core/cli`, which looks for `dist/renderer` from where it is. */
export const bundleFolder = 'dist/till'

/** A bundle lies beside that of the PINs. */
const lightPinsFor = (entry: string): string =>
  entry.startsWith(`${bundleFolder}/`) ? `${bundleFolder}/lightPins.js` : 'test/support/lightPins.ts'

const entryOf = (entry: string, args: string[]): string[] => [
  '--import',
  pathToFileURL(repository(lightPinsFor(entry))).href,
  repository(entry),
  ...args,
]

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
  return child.exitCode
}

/** Starts an entry and waits for its ready line; rejects with what it said instead. */
export const startProcess = async <Ready>(
  entry: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<TestProcess<Ready>> => {
  const child = spawn(process.execPath, entryOf(entry, args), {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const errors = text(child.stderr)
  const lines = createInterface({ input: child.stdout })
  child.stdin.on('error', () => undefined)
  const nextLine = async <T>(): Promise<T> => {
    const line = Promise.withResolvers<string>()
    const ended = () =>
      void errors.then((words) => line.reject(new Error(`${entry} ended without an answer: ${words}`)))
    lines.once('line', line.resolve).once('close', ended)
    try {
      return JSON.parse(await line.promise) as T
    } finally {
      lines.off('close', ended)
    }
  }
  return {
    ready: await nextLine<Ready>(),
    pid: child.pid ?? 0,
    ask: <T>(line: string) => {
      const answer = nextLine<T>()
      child.stdin.write(`${line}\n`)
      return answer
    },
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
    errors,
  }
}

/** Runs an entry to its end. */
export const runProcess = async (
  entry: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string; errors: string }> => {
  const child = spawn(process.execPath, entryOf(entry, args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, errors }
}
