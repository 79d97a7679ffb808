import type { Log, Pole } from '../base/ports.ts'
import type { PoleSetting } from '../contract/hardware.ts'
import { withSerial } from './serial.ts'

/** Clears, and goes to the first place. 40 characters then fill both lines, on EPSON's and on CD5220's kind. */
const clearing = '\x0c'
/** A pole that is not there is tried again after this time, milliseconds. */
const againMs = 5_000

type Send = (setting: PoleSetting, text: string) => Promise<void>

const send: Send = ({ path, baud }, text) =>
  withSerial({ path, baudRate: baud }, async (port) => {
    port.write(text, 'latin1')
    await new Promise<void>((resolve, reject) => port.drain((error) => (error ? reject(error) : resolve())))
  })

/** Shows the newest text. Texts that came meanwhile are left out: a slow line shows the present, never the past. */
export const openPole = (
  log: Pick<Log, 'warn'>,
  sendText: Send = send,
  now = () => performance.now(),
): Pole => {
  let next: { setting: PoleSetting; text: string } | null = null
  let shown: PoleSetting | null = null
  let running = false
  let failedAt = Number.NEGATIVE_INFINITY

  const sendNewest = (): void => {
    if (!next || now() - failedAt < againMs) {
      running = false
      return
    }
    const { setting, text } = next
    next = null
    sendText(setting, text)
      .catch((err: unknown) => {
        failedAt = now()
        log.warn({ err }, 'the pole display does not answer')
      })
      .finally(sendNewest)
  }
  const put = (setting: PoleSetting, text: string) => {
    next = { setting, text: clearing + text }
    shown = setting
    if (running) return
    running = true
    sendNewest()
  }
  return {
    show: (setting, lines) => put(setting, lines.join('')),
    clear: () => {
      if (shown) put(shown, '')
    },
  }
}
