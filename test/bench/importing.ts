/** A list of 20 000 items: the window reads its file, and sends it in batches as the screen does. */
import { inBatches } from '../../renderer/queries/inBatches.ts'
import { columnsOf, type ListedRow, readList } from '../../renderer/screens/items/import/itemList.ts'
import { readTable } from '../../renderer/screens/items/import/table.ts'
import { longestTurn } from '../support/loopWatch.ts'
import { barcodeOf } from './catalogue.ts'
import { atLeast, atMost, type Figure, inThousands, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

const count = 20_000
const fewest = 2_000
const longestMs = 50

const fileOf = (price: number): Uint8Array =>
  new TextEncoder().encode(
    [
      'Name,Price,Tax,Barcode,Category,Stock',
      ...Array.from(
        { length: count },
        (_, index) => `Goods ${index},${price + index}.50,B,${barcodeOf(index)},Category ${index % 40},12`,
      ),
    ].join('\n'),
  )

const rowsOf = (file: Uint8Array): ListedRow[] => {
  const table = readTable(file)
  if ('kind' in table) throw new Error(table.kind)
  return readList(table, columnsOf(table.headings)).rows
}

const bring = async (till: BenchTill, rows: readonly ListedRow[]): Promise<void> => {
  const requestId = crypto.randomUUID()
  await inBatches(rows, (some, from) =>
    till.ask('item.importRows', {
      rows: some.map(({ row }) => row),
      itemClass: '5059690800',
      check: false,
      part: { requestId, from, total: rows.length, fileName: 'goods.csv' },
    }),
  )
}

const undoLast = async (till: BenchTill): Promise<void> => {
  const [last] = (await till.ask('item.imports', {})).imports
  if (!last) throw new Error('Nothing was imported')
  const request = { id: last.id, requestId: crypto.randomUUID(), check: false }
  while ((await till.ask('item.importUndo', request)).next !== null);
}

export const importSection = async (): Promise<Section> => {
  await using till = await openTill()
  const start = performance.now()
  const rows = rowsOf(fileOf(100))
  // The window reads the file. Its time counts, but delays no sale.
  const readMs = performance.now() - start
  const dearer = rowsOf(fileOf(200))
  const work: Record<string, () => Promise<void>> = {
    'new items with stock': () => bring(till, rows),
    'the same file again': () => bring(till, rows),
    'another price for each': () => bring(till, dearer),
    'that import undone': () => undoLast(till),
  }
  const figures: Figure[] = []
  for (const [title, act] of Object.entries(work)) {
    const start = performance.now()
    const { wallMs, cpuMs } = await longestTurn(act)
    const perSecond = Math.round((count * 1000) / (readMs + performance.now() - start))
    figures.push(
      { name: title, goal: atLeast(perSecond, fewest), text: `${perSecond} rows a second` },
      {
        name: '  the longest turn of the event loop',
        goal: atMost(Math.round(cpuMs), longestMs, ' ms'),
        text: `${cpuMs.toFixed(1)} computing (${wallMs.toFixed(1)} passed)`,
      },
    )
  }
  return { title: `Importing ${inThousands(count)} items, durable`, figures }
}
