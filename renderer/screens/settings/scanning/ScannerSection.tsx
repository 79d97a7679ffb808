import { WholeNumberField } from '../../../components/fields/WholeNumberField.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'
import { ScannerBench } from './ScannerBench.tsx'
import './scanning.css'

export function ScannerSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const { scanner } = settings
  return (
    <div className="settings-fields">
      <WholeNumberField
        label={t('scanner.minimumLength')}
        hint={t('scanner.minimumLengthHint')}
        value={scanner.minimumLength}
        min={3}
        max={30}
        onChange={(minimumLength) => change({ scanner: { ...scanner, minimumLength } })}
      />
      <WholeNumberField
        label={t('scanner.averageGap')}
        hint={t('scanner.averageGapHint')}
        value={scanner.averageGapMs}
        min={5}
        max={100}
        onChange={(averageGapMs) => change({ scanner: { ...scanner, averageGapMs } })}
      />
      <ScannerBench settings={scanner} />
    </div>
  )
}
