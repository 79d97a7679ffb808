/**
 * A till of its own process that does what each line of standard input asks: `node askedTill.ts FOLDER AUTHORITY_URL`. A
 * line is `{ window, name, input }`, the answer a line with the reply.
 */
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { type Calls, openWindow } from './window.ts'

export interface AskedOfTill {
  window: string
  name: string
  input: unknown
}

const [folder = '', authorityUrl = ''] = process.argv.slice(2)
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
mkdirSync(folder, { recursive: true })
const host = await openHost({
  dataDir: folder,
  ports: nodePorts(folder, quiet),
  timing: { retryMs: 20, retryCapMs: 60, lookUpMs: 10, shortMs: 10, probeUnreachableMs: 30 },
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
  const { window, name, input } = JSON.parse(line) as AskedOfTill
  const ask = windows.get(window) ?? openWindow(() => host, window)
  windows.set(window, ask)
  void ask(name, input).then(say)
})
process.on('SIGTERM', () => void host.close().then(() => process.exit(0)))
say({ profile: host.profiles()[0]?.id })
