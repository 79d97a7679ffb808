import { useState } from 'react'
import type { TaxTypeCode } from '../../../core/contract/fields.ts'
import { taxTypes } from '../../../core/fiscal/tax.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

interface ClassFieldProps {
  value: string | null
  disabled: boolean
  /** `taxType`: the letter that the authority gives the class. */
  onChange: (itemClass: string | null, taxType: TaxTypeCode | null) => void
}

/** The authority's class of the item, found by words. */
export function ClassField({ value, disabled, onChange }: ClassFieldProps) {
  const t = useWords(words)
  const [choosing, setChoosing] = useState(false)
  const { data } = useCall(
    'reference.itemClasses',
    { text: value ?? '', limit: 1 },
    { enabled: value !== null },
  )
  const found = data?.classes.find(({ code }) => code === value)
  return (
    <section className="items-class">
      <div>
        <span className="field-label">{t('form.itemClass')}</span>
        <span>{value === null ? t('form.itemClassDefault') : (found?.name ?? value)}</span>
        <small>{value === null ? t('form.itemClassHint') : found && value}</small>
      </div>
      {!disabled && (
        <Button label={`${t('form.itemClass')}: ${t('form.choose')}`} onPress={() => setChoosing(true)}>
          {t('form.choose')}
        </Button>
      )}
      {choosing && (
        <ClassDialog
          onClose={() => setChoosing(false)}
          onChoose={(itemClass, taxType) => {
            onChange(itemClass, taxType)
            setChoosing(false)
          }}
        />
      )}
    </section>
  )
}

interface ClassDialogProps {
  onClose: () => void
  onChoose: ClassFieldProps['onChange']
}

function ClassDialog({ onClose, onChoose }: ClassDialogProps) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const { data, error } = useCall('reference.itemClasses', { text: text.trim() }, { keepPrevious: true })
  return (
    <Dialog
      title={t('form.classTitle')}
      onClose={onClose}
      acts={<Button onPress={() => onChoose(null, null)}>{t('form.itemClassClear')}</Button>}
    >
      <SearchField label={t('form.itemClassSearch')} value={text} onChange={setText} autoFocus />
      <FailureNote error={error} />
      {data?.classes.length === 0 && <p>{t('form.itemClassNone', { text })}</p>}
      <ul className="items-classes">
        {data?.classes.map(({ code, name, taxType }) => (
          <li key={code}>
            <Button
              wide
              onPress={() => onChoose(code, taxTypes.find((letter) => letter === taxType) ?? null)}
            >
              {name} · {code}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
