/** The printed table: a figure, its ratio to a yardstick measured in the same run, then the times. */
import type { Times } from './measure.ts'

export interface Figure {
  name: string
  /** Compared with the yardstick. Absent: this line is the yardstick, or there is none. */
  ratio?: number
  /** The goal of the ratio, or of the figure, such as `≤ 1.50`. */
  goal?: Goal
  times?: Times
  /** Replaces the times of a size, a share or a single duration. */
  text?: string
}

/** `100 000` */
export const inThousands = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ')

export interface Goal {
  text: string
  met: boolean
}

export interface Section {
  title: string
  figures: Figure[]
}

const short = (value: number, digits: number): string =>
  value >= 100 ? value.toFixed(0) : value.toPrecision(digits)

/** A goal of at most `limit`; `unit` is written after it. */
export const atMost = (value: number, limit: number, unit = ''): Goal => ({
  text: `≤ ${limit}${unit}`,
  met: value <= limit,
})

export const atLeast = (value: number, limit: number): Goal => ({ text: `≥ ${limit}`, met: value >= limit })

const columns = ['', 'ratio', 'goal', 'p50 ms', 'p95 ms', 'p99 ms', 'per second']

export const cells = ({ name, ratio, goal, times, text }: Figure): string[] => [
  name,
  ratio === undefined ? '' : ratio.toFixed(2),
  goal ? `${goal.text} ${goal.met ? '✓' : '✗'}` : '',
  ...(times
    ? [times.p50, times.p95, times.p99].map((ms) => short(ms, 3)).concat(short(times.perSecond, 3))
    : [text ?? '']),
]

export const printSection = ({ title, figures }: Section): void => {
  const rows = [[title, ...columns.slice(1)], ...figures.map(cells)]
  const widths = columns.map((_, column) =>
    Math.max(column === 0 ? 44 : 9, ...rows.map((row) => (row.length > 4 ? (row[column] ?? '').length : 0))),
  )
  console.log(`\n${rows.map((row) => line(row, widths)).join('\n')}`)
}

const line = (row: string[], widths: number[]): string =>
  row
    .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
    .join('  ')
    .trimEnd()
