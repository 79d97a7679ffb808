/** A sale of twenty lines, from the window's call to the durable commit, beside the bare statements of its rows. */
import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillCatalogue } from './catalogue.ts'
import { randomFrom, timed, timesOf } from './measure.ts'
import { atMost, type Section } from './report.ts'
import { contents, rowReader, rowWriter } from './sameRows.ts'
import { openTill } from './till.ts'

const items = 10_000
const linesPerSale = 20
const sales = { counted: 2000, warmUp: 400 }

export const saleSection = async (): Promise<Section> => {
  await using till = await openTill()
  fillCatalogue(till.file, items)
  const copy = join(till.dataDir, 'copy.db')
  copyFileSync(till.file, copy)
  const reader = rowReader(till.file)
  const writer = rowWriter(copy)
  const random = randomFrom(20)
  const samples = { ours: [] as number[], bare: [] as number[] }
  for (let sale = 0; sale < sales.warmUp + sales.counted; sale++) {
    const cart = {
      lines: Array.from({ length: linesPerSale }, () => ({
        itemId: 1 + random(items),
        quantity: 100 * (1 + random(3)),
      })),
      tenders: [{ method: '01', amount: 100_000_000 }],
      requestId: randomUUID(),
    }
    const ours = await timed(() => till.ask('sale.complete', cart))
    const rows = reader.read(ours.result.invoiceId)
    const bare = await timed(() => writer.write(rows))
    if (sale < sales.warmUp) continue
    samples.ours.push(ours.ms)
    samples.bare.push(bare.ms)
  }
  writer.close()
  reader.close()
  if (contents(till.file) !== contents(copy))
    throw new Error('The yardstick did not write what the sale writes')
  const [ours, bare] = [timesOf(samples.ours), timesOf(samples.bare)]
  const ratio = ours.p50 / bare.p50
  return {
    title: `Sale of ${linesPerSale} lines, durable (synchronous=FULL)`,
    figures: [
      { name: 'sale.complete through dispatch', ratio, goal: atMost(ratio, 1.5), times: ours },
      { name: 'bare statements of the same rows', times: bare },
    ],
  }
}
