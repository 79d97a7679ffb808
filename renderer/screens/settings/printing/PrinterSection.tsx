import { Switch } from '../../../components/fields/Switch.tsx'
import { useWords } from '../../../i18n/index.ts'
import { PrinterFields } from '../../printer/PrinterFields.tsx'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'

export function PrinterSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const { printer, paper, printAtOnce } = settings
  return (
    <div className="settings-fields">
      <PrinterFields printer={printer} paper={paper} onChange={(next) => change({ printer: next })} />
      <Switch
        label={t('printer.atOnce')}
        hint={t('printer.atOnceText')}
        value={printAtOnce}
        onChange={(on) => change({ printAtOnce: on })}
      />
    </div>
  )
}
