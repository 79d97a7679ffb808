import type { Failure } from '../../../core/contract/errors.ts'
import type { ImportOutcome } from '../../../core/contract/item.ts'
import { explain } from '../../i18n/errors.ts'
import { hasWord, say, sayFound, useWords } from '../../i18n/index.ts'
import type { ListedRow, ListFault } from './itemList.ts'
import { words } from './words.ts'

/** More than anybody reads before mending the file. */
const mostShown = 100

/** A list has words of its own for some of what can be wrong with a field. */
const problemOf = (field: string): string => {
  const ofLists = `import.problem.${field}`
  return sayFound(words, hasWord(words, ofLists) ? ofLists : `problem.${field}`)
}

const saidByFile = ({ problem, cell, first }: ListFault): string => {
  if (problem === 'twice') return say(words, 'import.twice', { line: first ?? 0 })
  return `“${cell}”: ${problemOf(problem)}`
}

const saidByCore = (failure: Failure): string => {
  const { reason, field = '' } = failure
  const isPlain = reason === 'input.missing' || (reason === 'input.invalid' && field !== 'code')
  return isPlain && hasWord(words, `problem.${field}`) ? problemOf(field) : explain(failure)
}

interface ImportFaultsProps {
  list: { rows: readonly ListedRow[]; faults: readonly ListFault[] }
  outcomes: readonly ImportOutcome[]
}

/** The rows that cannot be taken, as the spreadsheet numbers them, and what to do about each. */
export function ImportFaults({ list, outcomes }: ImportFaultsProps) {
  const t = useWords(words)
  const faults = [
    ...list.faults.map((fault) => ({ line: fault.line, name: fault.name, text: saidByFile(fault) })),
    ...outcomes.flatMap((outcome, index) => {
      const listed = list.rows[index]
      if (outcome.outcome !== 'failed' || !listed) return []
      const { name, barcode, code } = listed.row
      return { line: listed.line, name: name ?? barcode ?? code ?? '', text: saidByCore(outcome.failure) }
    }),
  ].toSorted((a, b) => a.line - b.line)
  if (faults.length === 0) return null
  return (
    <section className="items-import-faults" aria-label={t('import.faults')}>
      <h3>{t('import.faults')}</h3>
      <ul>
        {faults.slice(0, mostShown).map(({ line, name, text }) => (
          <li key={line}>
            <b>{t('import.row', { line })}</b>
            <span>{name}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {faults.length > mostShown && <p>{t('import.more', { count: faults.length - mostShown })}</p>}
    </section>
  )
}
