import { useState } from 'react'
import { parseMoney } from '../../../../core/fiscal/money.ts'
import { money } from '../../../components/Amount.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../../shift/words.ts'
import type { SectionProps } from '../sectionProps.ts'

const mostDenominations = 30

const textOf = (values: readonly number[]): string =>
  values.map((value) => money(value).replace(/\.00$/, '').replaceAll(',', '')).join(', ')

/** `1000, 500, 0.50` in cents, largest first; null: something is no amount. */
const valuesOf = (text: string): number[] | null => {
  const values = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(parseMoney)
  if (values.length === 0 || values.length > mostDenominations) return null
  if (!values.every((value) => value !== null && value > 0 && value <= 100_000_00)) return null
  return [...new Set(values as number[])].toSorted((a, b) => b - a)
}

/** Whether a sale needs a shift, and how its drawer is counted. */
export function CashFields({ draft: { settings, change } }: Pick<SectionProps, 'draft'>) {
  const t = useWords(words)
  const [typed, setTyped] = useState<string | null>(null)
  const { shiftRequired, blindCount, cashierSeesFigures, roundCash, denominations } = settings
  return (
    <>
      <Switch
        label={t('settings.required')}
        hint={t('settings.requiredText')}
        value={shiftRequired}
        onChange={(on) => change({ shiftRequired: on })}
      />
      <Switch
        label={t('settings.blind')}
        hint={t('settings.blindText')}
        value={blindCount}
        onChange={(on) => change({ blindCount: on })}
      />
      <Switch
        label={t('settings.cashierSees')}
        hint={t('settings.cashierSeesText')}
        value={cashierSeesFigures}
        onChange={(on) => change({ cashierSeesFigures: on })}
      />
      <Switch
        label={t('settings.round')}
        hint={t('settings.roundText')}
        value={roundCash}
        onChange={(on) => change({ roundCash: on })}
      />
      <TextField
        label={t('settings.denominations')}
        hint={t('settings.denominationsText')}
        value={typed ?? textOf(denominations)}
        error={typed !== null && valuesOf(typed) === null ? t('settings.denominationsWrong') : undefined}
        onChange={(text) => {
          setTyped(text)
          const values = valuesOf(text)
          if (values) change({ denominations: values })
        }}
        onBlur={() => setTyped(null)}
        maxLength={200}
      />
    </>
  )
}
