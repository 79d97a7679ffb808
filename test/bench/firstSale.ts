/**
 * A till of its own process that says so once its first sale is kept: `node firstSale.ts DATA CASHIER`. `node firstSale.ts
 * DATA` makes the shop instead, and says whose PIN to enter. `node firstSale.ts DATA ADDRESS CODE` also links it to a hub.
 */
import { randomUUID } from 'node:crypto'
import type { Host } from '../../core/host/host.ts'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { furnish, ownerPin, windowOf } from './till.ts'

const [dataDir = '', whom = '', code] = process.argv.slice(2)
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const host: Host = await openHost({ dataDir, ports: nodePorts(dataDir, quiet) })
const ask = windowOf(host)

if (whom && !code) {
  await ask('session.unlock', { userId: whom, pin: ownerPin })
  const { number } = await ask('sale.complete', {
    lines: [{ itemId: 1, quantity: 100 }],
    tenders: [{ method: '01', amount: 100_000_000 }],
    requestId: randomUUID(),
  })
  process.stdout.write(`${JSON.stringify({ number })}\n`)
} else {
  const appId = await furnish(host)
  if (code) await ask('hub.pair', { address: whom, code })
  const { people } = await ask('workspace.state', {})
  await host.close()
  process.stdout.write(`${JSON.stringify({ appId, cashier: people[0]?.id })}\n`)
}
