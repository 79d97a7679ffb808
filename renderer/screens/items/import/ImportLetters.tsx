import type { Item } from '../../../../core/contract/item.ts'
import { taxTypes } from '../../../../core/fiscal/tax.ts'
import { Select } from '../../../components/fields/Select.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'
import type { Columns, Letters } from './itemList.ts'
import type { Table } from './table.ts'
import { taxTextsOf } from './taxTexts.ts'

interface ImportLettersProps {
  table: Table
  columns: Columns
  letters: Letters
  onChange: (letters: Letters) => void
}

/** Asks once which tax letter each text of the list means, such as `0%`. */
export function ImportLetters({ table, columns, letters, onChange }: ImportLettersProps) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const texts = taxTextsOf(table, columns)
  if (texts.length === 0) return null
  return (
    <section className="items-import-columns" aria-label={t('import.letters')}>
      <h3>{t('import.letters')}</h3>
      {texts.map(({ text, count, read }) => (
        <Select<Item['taxType']>
          key={text}
          label={`“${text}”`}
          hint={t('import.rows', { count })}
          placeholder={t('form.choose')}
          options={taxTypes.map((id) => ({ id, label: tCommon(`tax.${id}`) }))}
          value={letters[text] ?? read}
          onChange={(letter) => onChange({ ...letters, [text]: letter })}
        />
      ))}
    </section>
  )
}
