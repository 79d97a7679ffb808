/** Writes figures into the table of README.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cells, type Section } from './report.ts'

const file = join(import.meta.dirname, 'README.md')
const begin = '<!-- figures: written by `npm run bench -- --readme` -->'
const end = '<!-- end of figures -->'

/** The line above the table. A table has the figures of one machine only. */
const machineLine = (machine: string): string => `Measured with ${machine}.`

const rowsOf = (part: string, { title, figures }: Section): string[] =>
  figures.map((figure) => {
    const [name = '', ratio, goal, p50, p95] = cells(figure)
    const label = name.startsWith('  ') ? `↳ ${name.trim()}` : `${title}: ${name}`
    return `| ${[part, label, ratio, goal, p50, p95].map((cell) => cell ?? '').join(' | ')} |`
  })

/** The rows of a part in the present table. */
const rowsIn = (table: string, part: string): string[] =>
  table.split('\n').filter((row) => row.startsWith(`| ${part} |`))

/**
 * Replaces the rows of the measured parts. Rows of other parts stay if they come from the same machine; otherwise they
 * go. `order` lists all parts.
 */
export const writeReadme = (machine: string, measured: Map<string, Section>, order: string[]): void => {
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  if (from < begin.length || to < from) throw new Error(`${file} has no place for the figures: "${begin}"`)
  const old = text.slice(from, to)
  const isSame = old.includes(machineLine(machine))
  const rows = order.flatMap((part) => {
    const section = measured.get(part)
    if (section) return rowsOf(part, section)
    return isSame ? rowsIn(old, part) : []
  })
  const head = [
    '',
    machineLine(machine),
    '',
    '| Part | Figure | Ratio | Goal | p50 ms | p95 ms |',
    '|---|---|---|---|---|---|',
  ]
  writeFileSync(file, text.slice(0, from) + [...head, ...rows, '', ''].join('\n') + text.slice(to))
}
