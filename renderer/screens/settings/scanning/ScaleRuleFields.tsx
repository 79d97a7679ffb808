import type { ScaleRule } from '../../../../core/contract/workspace.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { WholeNumberField } from '../../../components/fields/WholeNumberField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { isPrefix, labelLength } from '../settingsProblems.ts'
import { words } from '../words.ts'
import { exampleLabel, type LabelReading, readLabel } from './scaleLabel.ts'

interface ScaleRuleFieldsProps {
  number: number
  rule: ScaleRule
  onChange: (changes: Partial<ScaleRule>) => void
  onRemove: () => void
  onUp: () => void
}

/** One kind of label, with an example that follows what is changed. */
export function ScaleRuleFields({ number, rule, onChange, onRemove, onUp }: ScaleRuleFieldsProps) {
  const t = useWords(words)
  return (
    <li className="settings-rule">
      <header>
        <h3>{t('scale.rule', { number })}</h3>
        <Pills
          label={t('scale.value')}
          value={rule.value}
          onChange={(value) => onChange({ value })}
          pills={[
            { id: 'weight', label: t('scale.weight') },
            { id: 'price', label: t('scale.price') },
          ]}
        />
        <IconButton icon="up" label={t('scale.up', { number })} disabled={number === 1} onPress={onUp} />
        <IconButton icon="trash" label={t('scale.remove', { number })} onPress={onRemove} />
      </header>
      <div className="settings-digits">
        <TextField
          label={t('scale.prefix')}
          value={rule.prefix}
          onChange={(prefix) => onChange({ prefix: prefix.trim() })}
          error={isPrefix(rule.prefix) ? undefined : t('scale.wrongPrefix')}
          inputMode="numeric"
          maxLength={2}
        />
        <WholeNumberField
          label={t('scale.itemDigits')}
          value={rule.itemDigits}
          min={3}
          max={7}
          onChange={(itemDigits) => onChange({ itemDigits })}
        />
        <WholeNumberField
          label={t('scale.valueDigits')}
          value={rule.valueDigits}
          min={4}
          max={6}
          onChange={(valueDigits) => onChange({ valueDigits })}
        />
        <WholeNumberField
          label={t('scale.decimals')}
          value={rule.decimals}
          min={0}
          max={3}
          onChange={(decimals) => onChange({ decimals })}
        />
        <Switch
          label={t('scale.innerCheck')}
          value={rule.innerCheckDigit}
          onChange={(innerCheckDigit) => onChange({ innerCheckDigit })}
        />
      </div>
      <Example rule={rule} />
    </li>
  )
}

function Example({ rule }: { rule: ScaleRule }) {
  const t = useWords(words)
  const valueWords = useLabelValue()
  const length = labelLength(rule)
  if (length !== 13) return <p className="field-error">{t('scale.wrongLength', { length })}</p>
  if (!isPrefix(rule.prefix)) return null
  const code = exampleLabel(rule)
  const reading = readLabel(code, [rule])
  if (reading.kind !== 'weight' && reading.kind !== 'price') return null
  return (
    <p>
      {t('scale.example')}:{' '}
      {t('scale.exampleReads', { code, item: reading.item, value: valueWords(reading) })}
    </p>
  )
}

/** `1.25 kg`, `KSh 12.50`. */
export function useLabelValue() {
  const t = useWords(words)
  return (reading: Extract<LabelReading, { item: string }>): string =>
    reading.kind === 'weight'
      ? t('scale.kg', { value: quantity(reading.quantity) })
      : t('scale.ksh', { value: money(reading.price) })
}
