/**
 * A till of its own process that does what each line of standard input asks: `node askedTill.ts FOLDER AUTHORITY_URL
 * CONTROL_URL PASSED`. A line is `{ window, name, input }`, the answer a line with the reply. `{ pass: MS }` lets time
 * pass here and at the practice authority, and answers how much has passed in all. The queue waits as in a shop. `away`:
 * the authority cannot be reached, and hears of it in the end.
 */
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { passingClock } from './passingClock.ts'
import { type Calls, openWindow } from './window.ts'

export type AskedOfTill =
  | { window: string; name: string; input: unknown; approval?: string }
  | { pass: number; away: boolean }

const [folder = '', authorityUrl = '', controlUrl = '', before = '0'] = process.argv.slice(2)
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
mkdirSync(folder, { recursive: true })
let away = false
const { clock, pass } = passingClock(Number(before), async (skewMs) => {
  // What fell due may ask in vain meanwhile.
  if (away) return void (await new Promise((resolve) => setTimeout(resolve, 1)))
  const body = JSON.stringify({ skewMs })
  const headers = { 'content-type': 'application/json' }
  await (await fetch(new URL('/control/clock', controlUrl), { method: 'PUT', headers, body })).text()
})
const letPass = async (asked: { pass: number; away: boolean }): Promise<number> => {
  away = asked.away
  await pass(asked.pass)
  away = false
  return pass(0)
}
const host = await openHost({
  dataDir: folder,
  ports: { ...nodePorts(folder, quiet), clock },
  timeouts: { connectMs: 1_000, answerMs: 1_000 },
})
if (host.profiles().length === 0)
  await host.createProfile({
    kind: 'device',
    connection: {
      name: 'Mfano Traders',
      environment: 'sandbox',
      authorityUrl,
      dialect: 'legacy',
      taxpayerPin: 'P051000001K',
      branchId: '00',
      deviceSerial: 'KAU-1',
    },
  })
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const windows = new Map<string, Calls>()
createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = JSON.parse(line) as AskedOfTill
  if ('pass' in asked) return void letPass(asked).then(say)
  const { window, name, input, approval } = asked
  const ask = windows.get(window) ?? openWindow(() => host, window)
  windows.set(window, ask)
  void ask(name, input, approval).then(say)
})
process.on('SIGTERM', () => void host.close().then(() => process.exit(0)))
say({ profile: host.profiles()[0]?.id })
