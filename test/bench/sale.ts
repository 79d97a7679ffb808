/**
 * A sale of twenty lines, from the window's call until it is kept for good, beside the bare statements of its rows: with a
 * second copy of them, as the till keeps one, and without.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillCatalogue } from './catalogue.ts'
import { randomFrom, timed, timesOf } from './measure.ts'
import { atMost, type Section } from './report.ts'
import { contents, rowReader, rowWriter } from './sameRows.ts'
import { openSecondCopy } from './secondCopy.ts'
import { openTill } from './till.ts'

const items = 10_000
const linesPerSale = 20
const sales = { counted: 2000, warmUp: 400 }

export const saleSection = async (): Promise<Section> => {
  await using till = await openTill()
  fillCatalogue(till.file, items)
  const copies = { twice: join(till.dataDir, 'twice.db'), once: join(till.dataDir, 'once.db') }
  for (const copy of Object.values(copies)) copyFileSync(till.file, copy)
  const reader = rowReader(till.file)
  const secondCopy = openSecondCopy(join(till.dataDir, 'second.copy'))
  const writers = { twice: rowWriter(copies.twice, secondCopy), once: rowWriter(copies.once, null) }
  const random = randomFrom(20)
  const samples = { ours: [] as number[], twice: [] as number[], once: [] as number[] }
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
    const twice = await timed(() => writers.twice.write(rows))
    const once = await timed(() => writers.once.write(rows))
    if (sale < sales.warmUp) continue
    samples.ours.push(ours.ms)
    samples.twice.push(twice.ms)
    samples.once.push(once.ms)
  }
  for (const { close } of [writers.twice, writers.once, reader]) close()
  if (Object.values(copies).some((copy) => contents(copy) !== contents(till.file)))
    throw new Error('The yardstick did not write what the sale writes')
  const [ours, twice, once] = [timesOf(samples.ours), timesOf(samples.twice), timesOf(samples.once)]
  const ratio = ours.p50 / twice.p50
  return {
    title: `Sale of ${linesPerSale} lines, durable (synchronous=FULL)`,
    figures: [
      { name: 'sale.complete through dispatch', ratio, goal: atMost(ratio, 1.5), times: ours },
      { name: '  bare statements of the same rows, and a second copy', times: twice },
      { name: `  of the rows alone (ours: ${(ours.p50 / once.p50).toFixed(2)})`, times: once },
    ],
  }
}
