/** The movements of a year become a file, asked for and written as the window does. */
import { setImmediate } from 'node:timers/promises'
import type { OutputOf } from '../../core/contract/index.ts'
import { movementFields } from '../../renderer/screens/stock/exportFields.ts'
import { pageRows } from '../../renderer/window/exporting/pageRows.ts'
import { type Format, formats, spreadsheet } from '../../renderer/window/exporting/spreadsheet.ts'
import { longestTurn } from '../support/loopWatch.ts'
import { fillCatalogue } from './catalogue.ts'
import { writeSales } from './history.ts'
import { atMost, type Figure, inThousands, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

/** Of three lines each. */
const sales = 135_000
/** Milliseconds, and megabytes. */
const most = { turn: 50, growth: 64 }

const megabytes = (): number => process.memoryUsage().rss / 1e6

/** `read` is told the rows of each page that was written. */
async function* pagesOf(till: BenchTill, read: (rows: number) => void) {
  let cursor: string | undefined
  do {
    // A window's call comes in a turn of its own.
    await setImmediate()
    const page: OutputOf<'stock.movements'> = await till.ask('stock.movements', {
      limit: pageRows,
      ...(cursor === undefined ? {} : { cursor }),
    })
    yield page.movements
    read(page.movements.length)
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

const measure = async (till: BenchTill, format: Format): Promise<Figure[]> => {
  let rows = 0
  let before = 0
  let highest = 0
  const pages = pagesOf(till, (count) => {
    rows += count
    // Before that the program warms up.
    if (before === 0 && rows >= sales / 10) before = megabytes()
    if (rows % (100 * pageRows) === 0) highest = Math.max(highest, megabytes())
  })
  const start = performance.now()
  const { wallMs, cpuMs, result } = await longestTurn(() =>
    spreadsheet(pages, { fields: movementFields(), title: 'Movements', format }),
  )
  const perSecond = Math.round((rows * 1000) / (performance.now() - start))
  const size = result.size / 1e6
  // A browser keeps the file itself outside the memory of the page; Node has no such place.
  const growth = Math.max(0, highest - before - size)
  return [
    { name: `${format}, ${Math.round(size)} MB`, text: `${perSecond} rows a second` },
    {
      name: '  memory that it adds, without the file',
      goal: atMost(Math.round(growth), most.growth, ' MB'),
      text: `${Math.round(growth)} MB`,
    },
    {
      name: '  the longest turn of the event loop',
      goal: atMost(Math.round(cpuMs), most.turn, ' ms'),
      text: `${cpuMs.toFixed(1)} computing (${wallMs.toFixed(1)} passed)`,
    },
  ]
}

export const exportSection = async (): Promise<Section> => {
  await using till = await openTill()
  fillCatalogue(till.file, 5000)
  writeSales(till.file, { last: sales, sent: true, days: 365 })
  const figures: Figure[] = []
  for (const format of formats) figures.push(...(await measure(till, format)))
  return { title: `Exporting a year of ${inThousands(sales * 3)} movements`, figures }
}
