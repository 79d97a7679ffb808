/** A till on a disk of its own, and the authority beside it on another: what the full disks torture. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startPracticeAuthority } from '../../core/authority/practice/server.ts'
import type { Ports } from '../../core/base/ports.ts'
import type { Reply } from '../../core/contract/errors.ts'
import type { Connection } from '../../core/contract/workspace.ts'
import type { DiskLimits } from '../../core/disk/diskMonitor.ts'
import type { Host } from '../../core/host/host.ts'
import { openExclusively } from '../../core/host/openExclusively.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { printTiming } from '../../core/printing/direct/timing.ts'
import { openWindow } from '../support/window.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const pin = '471362'

export interface SmallTill {
  host: Host
  database: string
  ask(name: string, input: unknown): Promise<Reply<unknown>>
  /** Somebody is at the till; false while the disk does not even take that. */
  unlock(): Promise<boolean>
  sell(): Promise<Reply<unknown>>
  /** Documents that are not settled. */
  waiting(): Promise<number>
  close(): Promise<void>
}

/** Opens, or makes, the till of a folder. */
export const openSmallTill = async (
  folder: string,
  url: string,
  diskLimits: Partial<DiskLimits> = {},
  own: Partial<Connection> = {},
  ports: Partial<Ports> = {},
  direct = printTiming,
): Promise<SmallTill> => {
  const host = await openExclusively(
    folder,
    { ...nodePorts(folder, quiet), ...ports },
    {
      diskLimits,
      timing: { retryMs: 20, retryCapMs: 60, lookUpMs: 10, shortMs: 10, probeUnreachableMs: 30, direct },
    },
  )
  const ask = openWindow(() => host, 'window')
  const get = async <T>(name: string, input: unknown): Promise<T> => {
    const reply = await ask(name, input)
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return reply.data as T
  }
  if (host.profiles().length === 0) {
    const connection = {
      name: 'Duka',
      environment: 'sandbox',
      authorityUrl: url,
      dialect: 'legacy',
      taxpayerPin: 'P051000001K',
      branchId: '00',
      deviceSerial: 'KAU-1',
      ...own,
    } as const
    await host.createProfile({ kind: 'device', connection })
    await get('workspace.createOwner', { name: 'Amina', pin })
    await get('device.initialize', {})
    for (const name of ['Advice', 'Repairs'])
      await get('item.save', { name, type: '3', taxType: 'B', price: 5_000, itemClass: '8014160000' })
  }
  const appId = host.profiles()[0]?.id ?? ''
  let items: { id: number; price: number }[] = []
  return {
    host,
    database: join(folder, 'apps', appId, 'till.db'),
    ask,
    unlock: async () => {
      const { people } = await get<{ people: { id: string }[] }>('workspace.state', {})
      if (!(await ask('session.unlock', { userId: people[0]?.id, pin })).ok) return false
      items = (await get<{ items: typeof items }>('item.list', { filter: 'services', limit: 2 })).items
      return items.length > 0
    },
    sell: () =>
      ask('sale.complete', {
        lines: items.map(({ id }) => ({ itemId: id, quantity: 100 })),
        tenders: [{ method: '01', amount: items.reduce((sum, { price }) => sum + price, 0) }],
        requestId: randomUUID(),
      }),
    waiting: async () => (await get<{ waiting: number }>('status.get', {})).waiting,
    close: () => host.close(),
  }
}

/** Waits for a state; throws after `ms` milliseconds. */
export const until = async (
  what: string,
  holds: () => Promise<boolean> | boolean,
  ms = 20_000,
): Promise<void> => {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in vain waited until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The authority on a file of its own, always at the same address. */
export const startAuthority = async (file: string, port: number) => {
  const authority = await startPracticeAuthority({ dialect: 'legacy', checks: 'strict', file, port })
  const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${authority.controlUrl}${path}`, { method, ...json })
    return (await response.json()) as T
  }
  return { url: authority.url, control, close: authority.close }
}
