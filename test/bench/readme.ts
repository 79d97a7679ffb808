/** Writes figures into the table of README.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cells, type Section } from './report.ts'

const file = join(import.meta.dirname, 'README.md')
const begin = '<!-- figures: written by `npm run bench -- --readme` -->'
const end = '<!-- end of figures -->'

/** A line above the table: the machine, and the parts that were measured on it. */
const machineLine = (machine: string, parts: readonly string[]): string =>
  `- ${parts.map((part) => `\`${part}\``).join(', ')}: ${machine}`
const machinesIn = (table: string): Map<string, string> =>
  new Map(
    [...table.matchAll(/^- ((?:`\w+`(?:, )?)+): (.*)$/gm)].flatMap(([, parts = '', machine = '']) =>
      [...parts.matchAll(/\w+/g)].map(([part]): [string, string] => [part, machine]),
    ),
  )

const rowsOf = (part: string, { title, figures }: Section): string[] =>
  figures.map((figure) => {
    const [name = '', ratio, goal, p50, p95] = cells(figure)
    const label = name.startsWith('  ') ? `↳ ${name.trim()}` : `${title}: ${name}`
    return `| ${[part, label, ratio, goal, p50, p95].map((cell) => cell ?? '').join(' | ')} |`
  })

/** The rows of a part in the present table. */
const rowsIn = (table: string, part: string): string[] =>
  table.split('\n').filter((row) => row.startsWith(`| ${part} |`))

/** Replaces the rows of the measured parts. Rows of other parts stay. `order` lists all parts. */
export const writeReadme = (machine: string, measured: Map<string, Section>, order: string[]): void => {
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  if (from < begin.length || to < from) throw new Error(`${file} has no place for the figures: "${begin}"`)
  const old = text.slice(from, to)
  const machines = machinesIn(old)
  for (const part of measured.keys()) machines.set(part, machine)
  const rows = order.flatMap((part) => {
    const section = measured.get(part)
    return section ? rowsOf(part, section) : rowsIn(old, part)
  })
  const shown = order.filter((part) => machines.has(part))
  const byMachine = Map.groupBy(shown, (part) => machines.get(part) ?? machine)
  const head = [
    '',
    'Measured on:',
    '',
    ...[...byMachine].map(([name, parts]) => machineLine(name, parts)),
    '',
    '| Part | Figure | Ratio | Goal | p50 ms | p95 ms |',
    '|---|---|---|---|---|---|',
  ]
  writeFileSync(file, text.slice(0, from) + [...head, ...rows, '', ''].join('\n') + text.slice(to))
}
