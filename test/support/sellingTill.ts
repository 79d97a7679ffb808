/**
 * A till of its own process that sells as fast as it can: `node sellingTill.ts FOLDER AUTHORITY_URL`. Prints a ready
 * line, then the number of each sale once it is kept; with `backup` as a third word also makes backups. `drain` on standard input: sells no more, answers when all is sent.
 */
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { openWindow } from './window.ts'

const [folder = '', authorityUrl = '', backup] = process.argv.slice(2)
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
mkdirSync(folder, { recursive: true })
const host = await openHost({
  dataDir: folder,
  ports: nodePorts(folder, quiet),
  timing: { retryMs: 20, retryCapMs: 60, lookUpMs: 10, shortMs: 10, probeUnreachableMs: 30 },
  timeouts: { connectMs: 1_000, answerMs: 1_000 },
})
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const ask = openWindow(() => host, 'window')
const call = async (name: string, input: unknown): Promise<Record<string, unknown>> => {
  const reply = await ask(name, input)
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
  return reply.data as Record<string, unknown>
}

let [profile] = host.profiles()
if (!profile) {
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
  ;[profile] = host.profiles()
}
const { people } = (await call('workspace.state', {})) as { people: { id: string }[] }
if (people[0]) await call('session.unlock', { userId: people[0].id, pin: '471362' })
else await call('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
await call('device.initialize', {})
const { items } = (await call('item.search', { text: 'Advice' })) as { items: { id: number }[] }
const item =
  items[0] ??
  (await call('item.save', {
    name: 'Advice',
    type: '3',
    taxType: 'B',
    price: 5_000,
    itemClass: '8014160000',
  }))

let draining = false
createInterface({ input: process.stdin }).on('line', () => {
  draining = true
})
process.on('SIGTERM', () => void host.close().then(() => process.exit(0)))
say({ ready: true, appId: profile?.id })

for (let sale = 0; !draining; sale += 1) {
  const { number } = await call('sale.complete', {
    lines: [{ itemId: item['id'], quantity: 100 }],
    tenders: [{ method: '01', amount: 5_000 }],
    requestId: `${process.pid}-${Date.now()}-${sale}`,
  })
  say(number)
  if (backup && sale % 4 === 3) await call('backup.make', {})
  await new Promise((resolve) => setTimeout(resolve, 4))
}
for (;;) {
  const { waiting } = await call('status.get', {})
  if (waiting === 0) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
say({ drained: true })
