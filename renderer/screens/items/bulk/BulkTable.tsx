import type { BulkOutcome, FieldValue, ImportField } from '../../../../core/contract/import.ts'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { explain } from '../../../i18n/errors.ts'
import { useWords } from '../../../i18n/index.ts'
import { valueText } from '../imports/importText.ts'
import { words } from './words.ts'

export interface BulkRow {
  id: number
  name: string
  before: FieldValue
  /** What the preview says; null: not asked yet. */
  outcome: BulkOutcome | null
}

interface BulkTableProps {
  rows: readonly BulkRow[]
  field: ImportField
  /** Items that a person took out. Absent: the change is over, and there is nothing to choose. */
  left?: ReadonlySet<number>
  onToggle?: (id: number) => void
}

/** Old and new value of each item; a touch on a row takes the item out, or in again. */
export function BulkTable({ rows, field, left, onToggle }: BulkTableProps) {
  const t = useWords(words)
  const tick: Column<BulkRow> = {
    id: 'chosen',
    header: t('columns.chosen'),
    width: '96px',
    cell: ({ id, name }) => (
      <label className="items-tick">
        <input type="checkbox" aria-label={name} checked={!left?.has(id)} onChange={() => onToggle?.(id)} />
      </label>
    ),
  }
  const item: Column<BulkRow> = {
    id: 'item',
    header: t('columns.item'),
    width: 'minmax(0, 3fr)',
    cell: ({ name }) => <b className="items-import-line">{name}</b>,
  }
  const before: Column<BulkRow> = {
    id: 'before',
    header: t('columns.before'),
    width: 'minmax(0, 2fr)',
    align: 'right',
    cell: ({ before }) => valueText(field, before),
  }
  const after: Column<BulkRow> = {
    id: 'after',
    header: t('columns.after'),
    width: 'minmax(0, 3fr)',
    align: 'right',
    cell: ({ outcome }) => <After outcome={outcome} field={field} />,
  }
  return (
    <VirtualTable
      label={t('preview')}
      columns={[...(left ? [tick] : []), item, before, after]}
      rows={rows}
      rowKey={({ id }) => id}
      empty={t('none')}
      {...(onToggle ? { onOpen: ({ id }: BulkRow) => onToggle(id) } : {})}
    />
  )
}

function After({ outcome, field }: { outcome: BulkOutcome | null; field: ImportField }) {
  const t = useWords(words)
  if (outcome === null) return null
  if (outcome.failure) return <small className="items-import-line">{explain(outcome.failure)}</small>
  return outcome.outcome === 'same' ? (
    <small>{t('unchanged')}</small>
  ) : (
    <b>{valueText(field, outcome.after)}</b>
  )
}
