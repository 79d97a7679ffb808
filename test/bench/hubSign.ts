/** A sale at a till of a branch until its signature is there: through the hub, its signer, a slow authority, and back. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startPractice } from '../support/practice.ts'
import { openBenchHub } from './benchHub.ts'
import { timesOf } from './measure.ts'
import { atMost, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

const latencyMs = 20
const sales = 150
/** Sales before it is measured. */
const warmUp = 20
/** Milliseconds from a signature to the next sale. The authority also gets the stock record and the stock meanwhile. */
const pauseMs = 250

/** Sells, one sale after another. Resolves with the milliseconds from each commit to its signature at the till. */
const sell = async (till: BenchTill, itemId: number): Promise<number[]> => {
  const signedAt = new Map<number, number>()
  const unsubscribe = till.host.subscribe((event) => {
    if (event.type === 'invoice.signed') signedAt.set(event.invoiceId, performance.now())
  })
  const took: number[] = []
  for (let sale = 0; sale < warmUp + sales; sale += 1) {
    const { invoiceId } = await till.ask('sale.complete', {
      lines: [{ itemId, quantity: 100 }],
      tenders: [{ method: '01', amount: 50_000 }],
      requestId: randomUUID(),
    })
    const start = performance.now()
    while (!signedAt.has(invoiceId)) await setTimeout(1)
    took.push((signedAt.get(invoiceId) ?? 0) - start)
    await setTimeout(pauseMs)
  }
  unsubscribe()
  return took.slice(warmUp)
}

export const hubSignSection = async (): Promise<Section> => {
  await using opened = new AsyncDisposableStack()
  const authority = await startPractice()
  opened.defer(() => authority.stop())
  const hub = opened.use(await openBenchHub())
  const [first, till] = [opened.use(await openTill(authority.url)), opened.use(await openTill(authority.url))]
  // The hub signs with the device of the first.
  await first.ask('device.initialize', {})
  for (const each of [first, till]) {
    await each.ask('hub.pair', { address: hub.address, code: hub.code() })
    // A till without a device that has documents before the hub signs for it keeps them.
    while (!(await each.ask('hub.state', {})).link?.signs) await setTimeout(10)
  }
  const { id } = await till.ask('item.save', {
    ...{ name: 'Sugar 1 kg', type: '2', taxType: 'B', price: 50_000, itemClass: '5016190000' },
  })
  await till.ask('stock.adjust', { kind: 'opening', lines: [{ itemId: id, quantity: 1_000_000 }] })
  await authority.control('PUT', '/faults', { kind: 'slow', ms: latencyMs })
  const times = timesOf(await sell(till, id))
  return {
    title: `A sale of a till by the branch's signer, with ${latencyMs} ms of latency at the authority`,
    figures: [
      {
        name: 'from its commit to its signature at the till',
        goal: atMost(Math.round(times.p95), 200, ' ms at p95'),
        times,
      },
    ],
  }
}
