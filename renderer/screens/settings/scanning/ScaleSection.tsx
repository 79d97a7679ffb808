import { useState } from 'react'
import type { ScaleRule } from '../../../../core/contract/workspace.ts'
import { Button } from '../../../components/Button.tsx'
import { SearchField } from '../../../components/fields/SearchField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useScanner } from '../../../input/scannerInput.ts'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'
import { ScaleRuleFields, useLabelValue } from './ScaleRuleFields.tsx'
import { readLabel } from './scaleLabel.ts'
import './scanning.css'

const mostRules = 20
const newRule: ScaleRule = {
  prefix: '21',
  itemDigits: 5,
  valueDigits: 5,
  value: 'weight',
  decimals: 3,
  innerCheckDigit: false,
}

export function ScaleSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const rules = settings.scaleRules
  const set = (scaleRules: ScaleRule[]) => change({ scaleRules })
  return (
    <div className="settings-fields settings-wide">
      <p>{rules.length === 0 ? t('scale.none') : t('scale.text')}</p>
      <ol className="settings-rules">
        {rules.map((rule, index) => (
          <ScaleRuleFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list
            key={index}
            number={index + 1}
            rule={rule}
            onChange={(changes) => set(rules.with(index, { ...rule, ...changes }))}
            onRemove={() => set(rules.toSpliced(index, 1))}
            onUp={() => set(rules.toSpliced(index - 1, 2, rule, rules[index - 1] ?? rule))}
          />
        ))}
      </ol>
      <Button icon="plus" disabled={rules.length >= mostRules} onPress={() => set([...rules, newRule])}>
        {t('scale.add')}
      </Button>
      <LabelTest rules={rules} />
    </div>
  )
}

/** Reads a label as the till would. */
function LabelTest({ rules }: { rules: readonly ScaleRule[] }) {
  const t = useWords(words)
  const [code, setCode] = useState('')
  const valueWords = useLabelValue()
  useScanner(setCode)
  const reading = readLabel(code.trim(), rules)
  const rule = rules.findIndex(({ prefix }) => code.startsWith(prefix)) + 1
  return (
    <section className="settings-bench">
      <SearchField
        icon="barcode"
        label={t('scale.test')}
        placeholder={`${t('scale.test')}: ${t('scale.testHint')}`}
        value={code}
        onChange={setCode}
      />
      {code.trim().length >= 13 && (
        <p role="status">
          {reading.kind === 'wrongDigit' && t('scale.testCheck')}
          {reading.kind === 'none' && t('scale.testNone')}
          {(reading.kind === 'weight' || reading.kind === 'price') &&
            t('scale.testReads', { rule, item: reading.item, value: valueWords(reading) })}
        </p>
      )}
    </section>
  )
}
