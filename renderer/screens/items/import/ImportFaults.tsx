import type { Failure } from '../../../../core/contract/errors.ts'
import type { ImportOutcome } from '../../../../core/contract/itemImport.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { explain } from '../../../i18n/errors.ts'
import { hasWord, say, sayFound, useWords } from '../../../i18n/index.ts'
import { saveFile } from '../../../window/saveFile.ts'
import { words } from '../words.ts'
import { failedRows, formatOf } from './failedRows.ts'
import { ImportRows, type SaidRow } from './ImportRows.tsx'
import type { ListedRow, ListFault } from './itemList.ts'
import type { Table } from './table.ts'

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
  file: string
  table: Table
  list: { rows: readonly ListedRow[]; faults: readonly ListFault[] }
  outcomes: readonly ImportOutcome[]
}

/** More numbers of rows than anybody goes through by hand. */
const mostLines = 12

/** One entry for all rows with the same problem: a wrong tax letter is often in every row. */
const byProblem = (faults: readonly SaidRow[]): SaidRow[] =>
  [...Map.groupBy(faults, ({ text }) => text).values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? []
    const lines = others.slice(0, mostLines).map(({ line }) => line)
    const values = { name: first.name, count: others.length, lines: lines.join(', ') }
    return {
      ...first,
      name: say(words, others.length > mostLines ? 'import.sameInMore' : 'import.sameIn', values),
    }
  })

/** The rows that cannot be taken, as the spreadsheet numbers them, and what to do about each problem. */
export function ImportFaults({ file, table, list, outcomes }: ImportFaultsProps) {
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
  async function save() {
    const reasons = new Map(faults.map(({ line, text }) => [line, text]))
    const content = await failedRows(table, reasons, {
      reason: t('import.reason'),
      title: t('import.faults'),
    })
    saveFile(t('import.failedFile', { file: file.replace(/\.[^.]*$/, ''), format: formatOf(table) }), content)
  }
  return (
    <ImportRows
      title={t('import.faults')}
      rows={byProblem(faults)}
      acts={<Button onPress={() => inBackground(save())}>{t('import.saveFailed')}</Button>}
    />
  )
}
