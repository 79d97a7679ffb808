import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

type ItemClass = Pick<OutputOf<'reference.itemClasses'>['classes'][number], 'code' | 'name'>

interface ClassChoiceProps {
  label: string
  labelHidden?: boolean
  hint?: string
  error?: string | undefined
  disabled?: boolean
  /** The names of the goods and their category; they select the proposed classes. */
  goods: string
  value: string | null
  /** Shown while no class is chosen. */
  placeholder: string
  onChange: (itemClass: string) => void
}

const search = 'search'
const proposals = 5
/** A row of `reference.itemClasses`. */
export const longestGoods = 600

/** The authority's class: one of those that the goods' names propose, or one that is searched for. */
export function ClassChoice({ goods, value, onChange, ...field }: ClassChoiceProps) {
  const t = useWords(words)
  const [searching, setSearching] = useState(false)
  const text = goods.slice(0, longestGoods)
  const proposed = useCall(
    'reference.itemClasses',
    { text, propose: true, limit: proposals },
    { keepPrevious: true, enabled: !field.disabled },
  ).data
  const known = useCall(
    'reference.itemClasses',
    { text: value ?? '', limit: 1 },
    { enabled: value !== null },
  ).data
  const classes: ItemClass[] = [...(proposed?.classes ?? [])]
  if (value !== null && !classes.some(({ code }) => code === value)) {
    classes.unshift(known?.classes.find(({ code }) => code === value) ?? { code: value, name: value })
  }
  return (
    <>
      <Select
        {...field}
        className="items-class"
        options={[
          ...classes.map(({ code, name }) => ({
            id: code,
            label: name === code ? code : `${name} · ${code}`,
          })),
          { id: search, label: t('form.itemClassOther') },
        ]}
        value={value}
        onChange={(code) => (code === search ? setSearching(true) : onChange(code))}
      />
      {searching && (
        <ClassDialog
          onClose={() => setSearching(false)}
          onChoose={(code) => {
            onChange(code)
            setSearching(false)
          }}
        />
      )}
    </>
  )
}

interface ClassDialogProps {
  onClose: () => void
  onChoose: ClassChoiceProps['onChange']
}

function ClassDialog({ onClose, onChoose }: ClassDialogProps) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const { data, error } = useCall('reference.itemClasses', { text: text.trim() }, { keepPrevious: true })
  return (
    <Dialog title={t('form.classTitle')} onClose={onClose}>
      <SearchField label={t('form.itemClassSearch')} value={text} onChange={setText} autoFocus />
      <FailureNote error={error} />
      {data?.classes.length === 0 && <p>{t('form.itemClassNone', { text })}</p>}
      <ul className="items-classes">
        {data?.classes.map(({ code, name }) => (
          <li key={code}>
            <Button wide onPress={() => onChoose(code)}>
              {name} · {code}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
