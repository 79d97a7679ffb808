/** Prints over a line: asks for the state, sends, and waits until the printer confirms that all was printed. */
import type { Direct, DirectJob, DirectOutcome, DirectState } from '../../base/ports.ts'
import { type Dialect, dialects } from './state.ts'
import type { PrintTiming } from './timing.ts'
import { type OpenWire, type Wire, WireError } from './wire.ts'

/** Between two questions to a printer that is printing, milliseconds. */
const askAgainMs = 1_000

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => Buffer.concat([one, other])

const whyOf = (error: unknown): Pick<DirectState, 'trouble' | 'detail'> => ({
  trouble: error instanceof WireError ? error.trouble : 'fault',
  detail: error instanceof Error ? error.message : String(error),
})

const fine: DirectState = { trouble: null, paperLow: false, answers: null, detail: null }

interface Asked {
  state: DirectState
  bytes: Uint8Array
}

/** Asks for the state. A printer that never told it counts as one that cannot; `answers` becomes false. */
const ask = async (wire: Wire, dialect: Dialect, { answers }: Direct, stateMs: number): Promise<Asked> => {
  let bytes: Uint8Array = new Uint8Array()
  const deadline = performance.now() + stateMs
  await wire.write(dialect.ask, deadline)
  while (performance.now() < deadline) {
    const got = await wire.read(deadline)
    if (got.length === 0) break
    bytes = joined(bytes, got)
    const told = dialect.state(bytes)
    if (told) return { state: { ...told, answers: true, detail: null }, bytes }
  }
  const state: DirectState = answers ? { ...fine, trouble: 'silent', answers } : { ...fine, answers: false }
  return { state, bytes }
}

const confirmed = async (
  wire: Wire,
  dialect: Dialect,
  before: Uint8Array,
  { deadline, told }: { deadline: number; told: (state: DirectState) => void },
): Promise<DirectState | null> => {
  let after: Uint8Array = new Uint8Array()
  let state: DirectState = { ...fine, answers: true }
  while (performance.now() < deadline) {
    const until = Math.min(deadline, performance.now() + askAgainMs)
    const got = await wire.read(until)
    after = joined(after, got)
    if (dialect.isConfirmed(before, after)) return { ...state, trouble: null }
    const now = dialect.state(after)
    if (now && now.trouble !== state.trouble) {
      state = { ...now, answers: true, detail: null }
      told(state)
    }
    // Says while it prints why it does not continue. A Star printer confirms in the same answer.
    if (performance.now() < deadline && (got.length === 0 || dialect === dialects['star-prnt']))
      await wire.write(dialect.ask, deadline)
  }
  return null
}

/** `job.connection` is what `open` opens. */
export const printOnWire = async (
  open: OpenWire,
  job: DirectJob,
  timing: PrintTiming,
): Promise<DirectOutcome> => {
  const dialect = dialects[job.language]
  const told = job.told ?? (() => undefined)
  let wire: Wire | undefined
  let begun = false
  let state: DirectState = { ...fine, answers: job.answers }
  try {
    wire = await open(performance.now() + timing.connectMs)
    let before: Uint8Array = new Uint8Array()
    if (job.answers !== false) {
      const asked = await ask(wire, dialect, job, timing.stateMs)
      state = asked.state
      before = asked.bytes
      told(state)
    }
    if (state.trouble) return { is: 'unsent', state }
    if (!(await job.begin())) return { is: 'unsent', state }
    begun = true
    const deadline = performance.now() + Math.max(timing.floorMs, timing.perByteMs * job.bytes.length)
    if (!state.answers) {
      await wire.write(job.bytes, deadline)
      await wire.end(deadline)
      return { is: 'printed', state }
    }
    await wire.write(joined(job.bytes, dialect.confirm), deadline)
    const after = await confirmed(wire, dialect, before, {
      deadline,
      told: (now) => {
        state = now
        told(now)
      },
    })
    if (after) return { is: 'printed', state: after }
    return { is: 'unknown', state, reason: state.trouble ?? 'unconfirmed' }
  } catch (error) {
    const why = whyOf(error)
    if (!begun) return { is: 'unsent', state: { ...state, ...why } }
    return {
      is: 'unknown',
      state: { ...state, detail: why.detail },
      reason: state.trouble ?? (why.trouble === 'offline' ? 'unconfirmed' : 'cut'),
    }
  } finally {
    await wire?.drop()
  }
}

export const stateOnWire = async (
  open: OpenWire,
  printer: Direct,
  timing: PrintTiming,
): Promise<DirectState> => {
  let wire: Wire | undefined
  try {
    wire = await open(performance.now() + timing.connectMs)
    if (printer.answers === false) return { ...fine, answers: false }
    return (await ask(wire, dialects[printer.language], printer, timing.stateMs)).state
  } catch (error) {
    return { ...fine, answers: printer.answers, ...whyOf(error) }
  } finally {
    await wire?.drop()
  }
}
