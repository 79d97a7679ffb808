import type { ImportOutcome } from '../../../../core/contract/itemImport.ts'
import { formatMoney } from '../../../../core/fiscal/money.ts'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'
import { ImportRows } from './ImportRows.tsx'
import type { ListedRow } from './itemList.ts'

interface ImportChangesProps {
  rows: readonly ListedRow[]
  outcomes: readonly ImportOutcome[]
}

/** The changes to existing items. Another name or tax letter comes first, because the row may be meant for another item. */
export function ImportChanges({ rows, outcomes }: ImportChangesProps) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const changes = outcomes
    .flatMap((outcome, index) => {
      const listed = rows[index]
      if (outcome.outcome !== 'changed' || !listed) return []
      const { before, switchedOn } = outcome
      const { name = before.name, price = before.price, taxType = before.taxType } = listed.row
      const barcode = listed.row.barcode ?? before.barcode
      const isOther = name.toLowerCase() !== before.name.toLowerCase() || taxType !== before.taxType
      const pairs = [
        [before.name, name],
        [formatMoney(before.price), formatMoney(price)],
        [tCommon(`tax.${before.taxType}`), tCommon(`tax.${taxType}`)],
        [before.barcode ?? '–', barcode ?? '–'],
      ] as const
      const said = pairs.filter(([from, to]) => from !== to).map(([from, to]) => `${from} → ${to}`)
      if (switchedOn) said.push(t('import.switchedOn'))
      return said.length === 0 ? [] : { line: listed.line, name: before.name, text: said.join(', '), isOther }
    })
    .toSorted((a, b) => Number(b.isOther) - Number(a.isOther))
  return <ImportRows title={t('import.changes')} rows={changes} />
}
