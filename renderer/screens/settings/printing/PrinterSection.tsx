import type { Settings } from '../../../../core/contract/workspace.ts'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'

const kinds: readonly Settings['printer']['kind'][] = ['window', 'pdf', 'system']

export function PrinterSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const { printer, printAtOnce } = settings
  return (
    <div className="settings-fields">
      <div className="settings-choice">
        <span className="field-label">{t('printer.kind')}</span>
        <Pills
          label={t('printer.kind')}
          value={printer.kind}
          onChange={(kind) => change({ printer: { ...printer, kind } })}
          pills={kinds.map((id) => ({ id, label: t(`printer.${id}`) }))}
        />
        <p>{t(`printer.${printer.kind}Text`)}</p>
      </div>
      {printer.kind === 'system' && (
        <TextField
          label={t('printer.name')}
          hint={t('printer.nameHint')}
          value={printer.name ?? ''}
          onChange={(name) =>
            change({ printer: name === '' ? { kind: 'system' } : { kind: 'system', name } })
          }
          maxLength={200}
        />
      )}
      <Switch
        label={t('printer.atOnce')}
        hint={t('printer.atOnceText')}
        value={printAtOnce}
        onChange={(on) => change({ printAtOnce: on })}
      />
    </div>
  )
}
