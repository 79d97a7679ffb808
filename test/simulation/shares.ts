/** Several processes that share the seeds of a run. Nothing here loads the product: a bug may be planted in it still. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface Sum {
  seeds: number
  sales: number
  documents: number
  accepted: number
  faults: number
  kills: number
  steps: number
  /** Changes with anything that happens. */
  trace: number
}
export const nothing: Sum = {
  ...{ seeds: 0, sales: 0, documents: 0, accepted: 0, faults: 0, kills: 0, steps: 0, trace: 0 },
}
export const added = <S extends object>(sum: S, more: S): S => {
  const [one, other] = [sum, more] as unknown as Record<string, number>[]
  const total = Object.entries(one ?? {}).map(
    ([name, count]) => [name, count + Number(other?.[name])] as const,
  )
  // The trace is the same for any number of processes.
  return Object.fromEntries(total.map(([name, count]) => [name, name === 'trace' ? count | 0 : count])) as S
}

/** The runs: seeds `first`, `first` + 1 … of `each` sales, until there are `sales`. */
export interface Wanted {
  sales: number
  each: number
  first: number
  faults: string
  acts: string
  bug: string | undefined
}

export interface Ran<S = Sum> {
  sum: S
  /** The first run that broke a rule. `after`: so many runs. */
  failed: { seed: number; broken: string[]; after: number } | null
}

const entry = fileURLToPath(new URL('run.ts', import.meta.url))

export const flagsOf = ({ sales, each, first, faults, acts, bug }: Wanted): string[] => [
  ...['--sales', String(sales), '--each', String(each), '--seed', String(first)],
  ...['--faults', faults, '--acts', acts, ...(bug ? ['--bug', bug] : [])],
]

/** Runs a share of the seeds in a process of its own; throws with its words when it dies. null: it was stopped. */
export const runApart = async <S>(
  flags: readonly string[],
  share: { from: number; stride: number },
  signal?: AbortSignal,
): Promise<Ran<S> | null> => {
  const all = [entry, ...flags, '--share', `${share.from}/${share.stride}`]
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill()
  signal?.addEventListener('abort', stop)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  signal?.removeEventListener('abort', stop)
  if (signal?.aborted) return null
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(errors || output)
  return JSON.parse(last) as Ran<S>
}

/** Shares the seeds among `jobs` processes; the first that breaks a rule ends them all. */
export const runShared = async <S extends object>(
  flags: readonly string[],
  jobs: number,
  nothing: S,
): Promise<Ran<S>> => {
  const abort = new AbortController()
  let failed: Ran['failed'] = null
  const shares = Array.from({ length: jobs }, async (_, from) => {
    const ran = await runApart<S>(flags, { from, stride: jobs }, abort.signal)
    if (ran?.failed) {
      failed ??= ran.failed
      abort.abort()
    }
    return ran?.sum ?? nothing
  })
  const sums = await Promise.all(shares)
  return { sum: sums.reduce(added<S>, nothing), failed }
}
