import type { ReactNode } from 'react'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'

export interface SaidRow {
  /** As the spreadsheet numbers it. */
  line: number
  /** The item's name, so that a person can find it. */
  name: string
  text: string
}

/** More than anybody reads before doing something about them. */
const mostShown = 100

interface ImportRowsProps {
  title: string
  rows: readonly SaidRow[]
  acts?: ReactNode
}

/** Rows of a list with something to say of each; nothing where there are none. */
export function ImportRows({ title, rows, acts }: ImportRowsProps) {
  const t = useWords(words)
  if (rows.length === 0) return null
  return (
    <section className="items-import-rows" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {rows.slice(0, mostShown).map(({ line, name, text }) => (
          <li key={line}>
            <b>{t('import.row', { line })}</b>
            <span>{name}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {rows.length > mostShown && <p>{t('import.more', { count: rows.length - mostShown })}</p>}
      {acts}
    </section>
  )
}
