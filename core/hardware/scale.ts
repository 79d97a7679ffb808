import type { Weighing } from '../base/ports.ts'
import type { ScaleSetting } from '../contract/hardware.ts'
import { scaleFrames } from './scaleFrames.ts'
import { withSerial } from './serial.ts'

/** Goods come to rest within this time, milliseconds. */
const usualWaitMs = 2_000
/** Between two questions to a scale that answers on request, milliseconds. */
const askMs = 200
/** Longer than two frames of either kind, characters. */
const mostKept = 200

const running = new Map<string, Promise<Weighing>>()

/**
 * Resolves with the first stable weight, or after `waitMs` with what kept the scale from one. Never rejects. Two who ask at
 * once get one reading: a line has one reader.
 */
export const weigh = (scale: ScaleSetting, waitMs = usualWaitMs): Promise<Weighing> => {
  const key = JSON.stringify(scale)
  const begun = running.get(key)
  if (begun !== undefined) return begun
  const reading = readOnce(scale, waitMs)
    .catch(
      (error: unknown): Weighing => ({ is: 'gone', reason: error instanceof Error ? error.message : '' }),
    )
    .finally(() => running.delete(key))
  running.set(key, reading)
  return reading
}

const readOnce = ({ path, protocol }: ScaleSetting, waitMs: number): Promise<Weighing> => {
  const { line, ask, read } = scaleFrames[protocol]
  return withSerial({ path, ...line }, async (port) => {
    const { promise, resolve, reject } = Promise.withResolvers<Weighing>()
    let text = ''
    let last: Weighing = { is: 'silent' }
    port.on('data', (bytes: Buffer) => {
      text = (text + bytes.toString('latin1')).slice(-mostKept)
      last = read(text) ?? last
      if (last.is === 'stable') resolve(last)
    })
    port.on('error', reject)
    port.on('close', () => reject(new Error('The line was closed')))
    const question = () => {
      if (ask !== null) port.write(ask)
    }
    question()
    const asking = setInterval(question, askMs)
    const timer = setTimeout(() => resolve(last), waitMs)
    try {
      return await promise
    } finally {
      clearInterval(asking)
      clearTimeout(timer)
    }
  })
}
