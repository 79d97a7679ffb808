/** Figures beside yardsticks measured in the same run: `npm run bench`, or `npm run bench -- --only sale,search`. */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { helpIfAsked } from '../../core/cli/terminal.ts'
import { printSection, type Section } from './report.ts'

/** Each part is loaded when it is its turn. */
const parts: Record<string, () => Promise<Section>> = {
  sale: async () => (await import('./sale.ts')).saleSection(),
  search: async () => (await import('./search.ts')).searchSection(),
  submit: async () => (await import('./submit.ts')).submitSection(),
  rest: async () => (await import('./rest.ts')).restSection(),
  start: async () => (await import('./start.ts')).startSection(),
  again: async () => (await import('./again.ts')).againSection(),
  queue: async () => (await import('./queue.ts')).queueSection(),
  stall: async () => (await import('./stall.ts')).stallSection(),
  size: async () => (await import('./size.ts')).sizeSection(),
  paint: async () => (await import('./paint.ts')).paintSection(),
}

helpIfAsked(
  `npm run bench -- [--only PARTS]   figures beside yardsticks\n\n  PARTS   some of ${Object.keys(parts).join()}`,
)

const chosen = (): string[] => {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  if (only === undefined) return Object.keys(parts)
  const names = only.split(',')
  const unknown = names.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Error(`--only: ${Object.keys(parts).join()}, not "${unknown}"`)
  return names
}

const [cpu] = cpus()
console.log(`Node ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}`)
console.log('A ratio is to the line without one below it, measured in turns with it.')
for (const name of chosen()) {
  const section = await parts[name]?.()
  if (section) printSection(section)
}
