/**
 * A till of its own process that is linked to a hub and sells one item of the branch again and again: `node linkedTill.ts
 * FOLDER AUTHORITY_URL SERIAL`. The first line of its input is the hub's address and a code, as JSON; null: it is linked
 * already. Prints a ready line, then the number of each sale that it acknowledged. `drain` as another line: it sells no
 * more, says how much waits and the state of its link, and answers when the hub has all of it.
 */
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { openWindow } from './window.ts'

const [folder = '', authorityUrl = '', serial = ''] = process.argv.slice(2)
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const pin = '471362'
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
mkdirSync(folder, { recursive: true })
const host = await openHost({
  dataDir: folder,
  ports: nodePorts(folder, quiet),
  timing: { link: { beatMs: 500, retryMs: 20, retryCapMs: 200, waitMs: 2_000 } },
})
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const window = openWindow(() => host, 'window')
let boss: { id: string } | undefined
/** A window locks itself after some minutes, and nobody is there. */
const ask: typeof window = async (name, input) => {
  const reply = await window(name, input)
  if (reply.ok || reply.error.reason !== 'session.locked' || !boss) return reply
  await window('session.unlock', { userId: boss.id, pin })
  return window(name, input)
}
const call = async <T>(name: string, input: unknown = {}): Promise<T> => {
  const reply = await ask(name, input)
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
  return reply.data as T
}

const begin = async (): Promise<void> => {
  await host.createProfile({
    kind: 'device',
    connection: {
      name: 'Mfano Traders',
      environment: 'sandbox',
      authorityUrl,
      dialect: 'legacy',
      taxpayerPin: 'P051000001K',
      branchId: '00',
      deviceSerial: serial,
    },
  })
}
if (host.profiles().length === 0) await begin()
const findBoss = async (): Promise<{ id: string } | undefined> => {
  const { people } = await call<{ people: { id: string; role: string }[] }>('workspace.state')
  return people.find(({ role }) => role === 'owner')
}
boss = await findBoss()
if (boss) await call('session.unlock', { userId: boss.id, pin })
else {
  await call('workspace.createOwner', { name: 'Wanjiru', pin })
  await call('device.initialize')
  boss = await findBoss()
}
const invitation = JSON.parse(String((await lines.next()).value)) as { address: string; code: string } | null
if (invitation) await call('hub.pair', invitation)
const [profile] = host.profiles()
say({ ready: true, appId: profile?.id })

let draining = false
const ended = (async () => {
  for (;;) if ((await lines.next()).value === 'drain' || process.stdin.readableEnded) break
  draining = true
})()

interface Found {
  id: number
  price: number
}
const find = async () => (await call<{ items: Found[] }>('item.search', { text: 'Soap' })).items[0]
/** The first till makes the item, and the others are told of it by the hub. */
const make = async (): Promise<Found> => {
  const item = await call<Found>('item.save', {
    name: 'Soap',
    taxType: 'B',
    price: 11_600,
    itemClass: '5313160900',
  })
  await call('stock.adjust', { kind: 'opening', lines: [{ itemId: item.id, quantity: 10_000_000 }] })
  return item
}
let item = await find()
if (!item && invitation && serial === 'KAU-1') item = await make()
while (!item && !draining) {
  await setTimeout(20)
  item = await find()
}
for (let sale = 0; item && !draining; sale += 1) {
  const reply = await ask('sale.complete', {
    lines: [{ itemId: item.id, quantity: 100 }],
    tenders: [{ method: '01', amount: item.price }],
    requestId: `${process.pid}-${Date.now()}-${sale}`,
  })
  // The hub tells an item before its stock.
  if (reply.ok) say((reply.data as { number: string }).number)
  else if (reply.error.reason !== 'sale.belowStock') throw new Error(JSON.stringify(reply.error))
  // The signer of the branch must be able to follow.
  await setTimeout(1_000)
}
await ended
for (;;) {
  const { link } = await call<{ link: { waiting: number; problem: string | null } | null }>('hub.state')
  if (link?.waiting === 0 && link.problem === null) break
  say({ waiting: link?.waiting ?? null, link })
  await setTimeout(500)
}
say({ drained: true })
