/** A sale at a till whose printer is dead, beside the same sale at a till without a printer. */
import { randomUUID } from 'node:crypto'
import { fillCatalogue } from './catalogue.ts'
import { randomFrom, timed, timesOf } from './measure.ts'
import { atMost, type Section } from './report.ts'
import { openTill } from './till.ts'

const items = 1_000
const linesPerSale = 20
const sales = { counted: 1_000, warmUp: 200 }

export const printingSection = async (): Promise<Section> => {
  await using bare = await openTill()
  await using dead = await openTill()
  for (const { file } of [bare, dead]) fillCatalogue(file, items)
  await dead.ask('printer.save', {
    name: 'Dead',
    connection: { kind: 'network', host: '127.0.0.1', port: 9 },
    ...{ language: 'esc-pos', columns: 48, paper: '80mm', codePage: 'ascii', cut: true, qr: 'printer' },
    ...{ uses: ['receipts'], drawer: false, failover: null },
  })
  await dead.ask('settings.save', { printer: { kind: 'direct' } })
  const random = randomFrom(20)
  const samples = { dead: [] as number[], bare: [] as number[] }
  for (let sale = 0; sale < sales.warmUp + sales.counted; sale++) {
    const lines = Array.from({ length: linesPerSale }, () => ({
      itemId: 1 + random(items),
      quantity: 100 * (1 + random(3)),
    }))
    const cart = () => ({
      lines,
      tenders: [{ method: '01' as const, amount: 100_000_000 }],
      requestId: randomUUID(),
    })
    const sold = await timed(() => dead.ask('sale.complete', cart()))
    const { invoiceId } = sold.result
    await dead.ask('receipt.print', { invoiceId })
    const without = await timed(() => bare.ask('sale.complete', cart()))
    await bare.ask('receipt.print', { invoiceId: without.result.invoiceId, target: 'window' })
    if (sale < sales.warmUp) continue
    samples.dead.push(sold.ms)
    samples.bare.push(without.ms)
  }
  const [times, without] = [timesOf(samples.dead), timesOf(samples.bare)]
  const ratio = times.p50 / without.p50
  return {
    title: `Sale of ${linesPerSale} lines with a dead printer, whose receipts wait`,
    figures: [
      { name: 'sale.complete with the dead printer', ratio, goal: atMost(ratio, 1.05), times },
      { name: '  at a till without a printer', times: without },
    ],
  }
}
