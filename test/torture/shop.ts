/** A shop on its practice authority, opened in this process: what the tortured tills sell in. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { Ports } from '../../core/base/ports.ts'
import type { Host } from '../../core/host/host.ts'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { openWindow } from '../support/window.ts'
import { createBookActs } from './bookActs.ts'

export interface TorturedShop {
  host: Host
  /** The answer of a call that must succeed. */
  call(name: string, input: unknown): Promise<Record<string, unknown>>
  /** Rings up two lines; answers the number of the sale that is kept, or null when it was not. */
  sell(): Promise<string | null>
  /** Does the next act of `bookActs.ts`. */
  act(said: (kept: string) => void): Promise<void>
  /** The app's folder of the data folder, with `till.db`. */
  appId: string
}

export const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
export const pin = '471362'

/** Opens, or makes, the shop of a folder. */
export const openShop = async (folder: string, own: Partial<Ports> = {}): Promise<TorturedShop> => {
  mkdirSync(folder, { recursive: true })
  const host = await openHost({
    dataDir: folder,
    ports: { ...nodePorts(folder, quiet), ...own },
    timing: { retryMs: 20, retryCapMs: 60, lookUpMs: 10, shortMs: 10, probeUnreachableMs: 30 },
  })
  const ask = openWindow(() => host, 'window')
  const call: TorturedShop['call'] = async (name, input) => {
    const reply = await ask(name, input)
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return reply.data as Record<string, unknown>
  }
  if (host.profiles().length === 0)
    await host.createProfile({ kind: 'practice', name: 'Duka', demoShop: true })
  const { people } = (await call('workspace.state', {})) as { people: { id: string; role: string }[] }
  const boss = people.find(({ role }) => role === 'owner')
  if (boss) await call('session.unlock', { userId: boss.id, pin })
  else {
    await call('workspace.createOwner', { name: 'Amina', pin })
    // It sells the same two goods for as long as it is tortured.
    await call('settings.save', { blockBelowStock: false })
  }
  const { items } = (await call('item.list', { filter: 'goods', limit: 2 })) as {
    items: { id: number; price: number }[]
  }
  const total = items.reduce((sum, { price }) => sum + price, 0)
  const lines = items.map(({ id }) => ({ itemId: id, quantity: 100 }))
  let acts: ReturnType<typeof createBookActs> | undefined
  return {
    host,
    call,
    appId: host.profiles()[0]?.id ?? '',
    sell: async () => {
      const reply = await ask('sale.complete', {
        lines,
        tenders: [{ method: '01', amount: total }],
        requestId: randomUUID(),
      })
      return reply.ok ? (reply.data as { number: string }).number : null
    },
    act: async (said) => {
      acts ??= createBookActs({ host, owner: ask, pin, cart: { lines, total } })
      await (await acts)(said)
    },
  }
}
