import { useState } from 'react'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

interface CategoryFieldProps {
  value: string
  known: readonly string[] | undefined
  disabled: boolean
  onChange: (category: string) => void
}

const none = 'none'
const another = 'another'
const named = (category: string) => `named ${category}`

/** One of the categories there are, or a new one. */
export function CategoryField({ value, known, disabled, onChange }: CategoryFieldProps) {
  const t = useWords(words)
  const [naming, setNaming] = useState(false)
  const { data: grid } = useCall('item.grid', {}, { enabled: known === undefined })
  const categories = new Set(known ?? grid?.categories ?? [])
  if (value !== '' && !naming) categories.add(value)
  return (
    <>
      <Select
        label={t('form.category')}
        hint={t('form.categoryHint')}
        options={[
          { id: none, label: t('form.noCategory') },
          ...[...categories].map((category) => ({ id: named(category), label: category })),
          { id: another, label: t('form.newCategory') },
        ]}
        value={naming ? another : value === '' ? none : named(value)}
        onChange={(choice) => {
          setNaming(choice === another)
          onChange(choice === none || choice === another ? '' : choice.slice(named('').length))
        }}
        disabled={disabled}
      />
      {naming && (
        <TextField
          label={t('form.newCategoryName')}
          value={value}
          onChange={onChange}
          maxLength={40}
          autoFocus
        />
      )}
    </>
  )
}
