import { Select } from '../../components/Select.tsx'
import { useWords } from '../../i18n/index.ts'
import { type Columns, type ListField, listFields } from './itemList.ts'
import { words } from './words.ts'

interface ImportColumnsProps {
  headings: readonly string[]
  columns: Columns
  onChange: (columns: Columns) => void
}

const absent = 'absent'

/** Which column of the file holds what. */
export function ImportColumns({ headings, columns, onChange }: ImportColumnsProps) {
  const t = useWords(words)
  const labels: Record<ListField, string> = {
    name: t('form.name'),
    price: t('form.price'),
    taxType: t('form.tax'),
    barcode: t('form.barcode'),
    category: t('form.category'),
    opening: t('import.opening'),
    quantityUnit: t('form.unit'),
    type: t('form.type'),
    lowStock: t('form.lowStock'),
    code: t('form.code'),
    itemClass: t('form.itemClass'),
  }
  const options = [
    { id: absent, label: t('import.absent') },
    ...headings.map((heading, index) => ({
      id: String(index),
      label: heading === '' ? t('import.column', { number: index + 1 }) : heading,
    })),
  ]

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
          options={options}
          value={columns[field] === undefined ? absent : String(columns[field])}
          onChange={(choice) => choose(field, choice)}
        />
      ))}
    </section>
  )
}
