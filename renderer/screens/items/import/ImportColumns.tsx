import type { Item } from '../../../../core/contract/item.ts'
import { formatMoney, formatQuantity } from '../../../../core/fiscal/money.ts'
import { Select } from '../../../components/fields/Select.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'
import { type Columns, type ListField, listFields, readers } from './itemList.ts'
import type { Table } from './table.ts'

interface ImportColumnsProps {
  table: Table
  columns: Columns
  onChange: (columns: Columns) => void
}

const absent = 'absent'

/** Maps the file's columns and shows how each first cell is read, so that a person who knows the goods sees an error. */
export function ImportColumns({ table: { headings, rows }, columns, onChange }: ImportColumnsProps) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const labels: Record<ListField, string> = {
    name: t('form.name'),
    price: t('import.price'),
    taxType: t('form.tax'),
    barcode: t('form.barcode'),
    category: t('form.category'),
    opening: t('import.opening'),
    quantityUnit: t('form.unit'),
    type: t('form.type'),
    lowStock: t('form.lowStock'),
    code: t('form.code'),
    itemClass: t('form.itemClass'),
    secondName: t('form.secondName'),
  }
  const options = [
    { id: absent, label: t('import.absent') },
    ...headings.map((heading, index) => ({
      id: String(index),
      label: heading === '' ? t('import.column', { number: index + 1 }) : heading,
    })),
  ]

  const shown = (field: ListField, cell: string): string => {
    const value = readers[field](cell)
    if (value === null) return `“${cell}”`
    if (field === 'price') return formatMoney(value as number)
    if (field === 'taxType') return tCommon(`tax.${value as Item['taxType']}`)
    return typeof value === 'number' ? formatQuantity(value) : value
  }
  const firstOf = (field: ListField): string => {
    const index = columns[field] ?? -1
    const row = rows.find(({ cells }) => (cells[index] ?? '') !== '')
    return row ? t('import.first', { line: row.line, value: shown(field, row.cells[index] ?? '') }) : ''
  }

  /** A column holds one thing: what it held before is nowhere. */
  function choose(field: ListField, choice: string) {
    const others = listFields.filter((other) => other !== field && columns[other] !== Number(choice))
    const kept = others.map((other) => [other, columns[other]]).filter(([, index]) => index !== undefined)
    onChange(Object.fromEntries(choice === absent ? kept : [...kept, [field, Number(choice)]]) as Columns)
  }

  return (
    <section className="items-import-columns" aria-label={t('import.columns')}>
      <h3>{t('import.columns')}</h3>
      {listFields.map((field) => (
        <Select
          key={field}
          label={labels[field]}
          hint={firstOf(field)}
          options={options}
          value={columns[field] === undefined ? absent : String(columns[field])}
          onChange={(choice) => choose(field, choice)}
        />
      ))}
    </section>
  )
}
