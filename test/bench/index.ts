/**
 * Figures beside yardsticks measured in the same run: `npm run bench`, or `npm run bench -- --only sale,search`.
 * `--readme` writes them into the table of README.md as well.
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { helpIfAsked } from '../../core/cli/terminal.ts'
import { writeReadme } from './readme.ts'
import { printSection, type Section } from './report.ts'

/** Each part is loaded when it runs. */
const parts: Record<string, () => Promise<Section>> = {
  sale: async () => (await import('./sale.ts')).saleSection(),
  printing: async () => (await import('./printing.ts')).printingSection(),
  search: async () => (await import('./search.ts')).searchSection(),
  submit: async () => (await import('./submit.ts')).submitSection(),
  rest: async () => (await import('./rest.ts')).restSection(),
  start: async () => (await import('./start.ts')).startSection(),
  again: async () => (await import('./again.ts')).againSection(),
  queue: async () => (await import('./queue.ts')).queueSection(),
  stall: async () => (await import('./stall.ts')).stallSection(),
  books: async () => (await import('./books.ts')).booksSection(),
  size: async () => (await import('./size.ts')).sizeSection(),
  import: async () => (await import('./importing.ts')).importSection(),
  export: async () => (await import('./exporting.ts')).exportSection(),
  paint: async () => (await import('./paint.ts')).paintSection(),
  hubSale: async () => (await import('./hubSale.ts')).hubSaleSection(),
  hubSign: async () => (await import('./hubSign.ts')).hubSignSection(),
  hubTake: async () => (await import('./hubTake.ts')).hubTakeSection(),
  hubBooks: async () => (await import('./hubBooks.ts')).hubBooksSection(),
  hubCatalogue: async () => (await import('./hubCatalogue.ts')).hubCatalogueSection(),
  hubStart: async () => (await import('./hubStart.ts')).hubStartSection(),
  stock: async () => (await import('./stockList.ts')).stockSection(),
}

helpIfAsked(
  `npm run bench -- [--only PARTS] [--readme]   figures beside yardsticks\n\n  PARTS     some of ${Object.keys(parts).join()}\n  --readme  write them into test/bench/README.md`,
)

const { only, readme } = parseArgs({
  options: { only: { type: 'string' }, readme: { type: 'boolean' } },
}).values

const chosen = (): string[] => {
  if (only === undefined) return Object.keys(parts)
  const names = only.split(',')
  const unknown = names.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Error(`--only: ${Object.keys(parts).join()}, not "${unknown}"`)
  return names
}

const [cpu] = cpus()
const machine = `Node ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}`
console.log(machine)
console.log('A ratio compares a line with the indented line below it. Both were measured in turns.')
const measured = new Map<string, Section>()
for (const name of chosen()) {
  const section = await parts[name]?.()
  if (!section) continue
  printSection(section)
  measured.set(name, section)
}
if (readme) writeReadme(machine, measured, Object.keys(parts))
