/**
 * A till of its own process that works as fast as it can: `node sellingTill.ts FOLDER AUTHORITY_URL`. Prints a ready
 * line, then what it has kept (`torture/bookActs.ts`): sales, and acts of the cash book and of accounts; with `backup` as a third word also makes backups. `drain` on standard input: sells no more, answers when all is sent.
 */
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { createBookActs } from '../torture/bookActs.ts'
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
const { people } = (await call('workspace.state', {})) as { people: { id: string; role: string }[] }
const boss = people.find(({ role }) => role === 'owner')
if (boss) await call('session.unlock', { userId: boss.id, pin: '471362' })
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

const cart = { lines: [{ itemId: Number(item['id']), quantity: 100 }], total: 5_000 }
const actInTurn = await createBookActs({ host, owner: ask, pin: '471362', cart })

let draining = false
createInterface({ input: process.stdin }).on('line', () => {
  draining = true
})
process.on('SIGTERM', () => void host.close().then(() => process.exit(0)))
say({ ready: true, appId: profile?.id })

for (let sale = 0; !draining; sale += 1) {
  if (sale % 2 === 1) await actInTurn(say)
  else {
    const { number } = await call('sale.complete', {
      lines: cart.lines,
      tenders: [{ method: '01', amount: cart.total }],
      requestId: `${process.pid}-${Date.now()}-${sale}`,
    })
    say(number)
  }
  if (backup && sale % 4 === 3) await call('backup.make', {})
  await new Promise((resolve) => setTimeout(resolve, 4))
}
for (;;) {
  const { waiting } = await call('status.get', {})
  if (waiting === 0) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
say({ drained: true })
