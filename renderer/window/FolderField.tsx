import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import '../components/fields/Field.css'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { FolderDialog } from './FolderDialog.tsx'

interface FolderFieldProps {
  label: string
  hint?: string
  /** A full path; empty: none is chosen. */
  value: string
  onChange: (path: string) => void
  /** false: one is needed, so the choice cannot be removed. */
  optional?: boolean
}

/** A folder, chosen from those of this computer. For owners. */
export function FolderField({ label, hint, value, onChange, optional = false }: FolderFieldProps) {
  const t = useWords(common)
  const [choosing, setChoosing] = useState(false)
  return (
    <fieldset className="field" aria-label={label}>
      <span className="field-label">{label}</span>
      <div className="folder-field">
        <span className="folder-path">{value || t('folder.none')}</span>
        {optional && value !== '' && <Button onPress={() => onChange('')}>{t('folder.remove')}</Button>}
        <Button icon="folder" label={`${label}: ${t('folder.choose')}`} onPress={() => setChoosing(true)}>
          {t('folder.choose')}
        </Button>
      </div>
      {hint && <span className="field-hint">{hint}</span>}
      {choosing && <FolderDialog wanted="folder" onChoose={onChange} onClose={() => setChoosing(false)} />}
    </fieldset>
  )
}
