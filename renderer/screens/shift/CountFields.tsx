import { useState } from 'react'
import { parseMoney } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { NumberPad } from '../../components/fields/NumberPad.tsx'
import { padText } from '../../components/fields/numberPad.ts'
import { TextField } from '../../components/fields/TextField.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { type CountEntry, countedCash, isWhole, mostDigits } from './count.ts'
import { words } from './words.ts'

interface CountFieldsProps {
  entry: CountEntry
  /** Notes and coins of the shop, cents. */
  values: readonly number[]
  onChange: (change: (before: CountEntry) => CountEntry) => void
}

/** Whole shillings have no decimals on a note. */
const faceOf = (value: number) => (value % 100 === 0 ? money(value).replace(/\.00$/, '') : money(value))

/** Counts the drawer: how many of each note and coin, or only the sum. The pad writes into the field that was touched. */
export function CountFields({ entry, values, onChange }: CountFieldsProps) {
  const t = useWords(words)
  const [active, setActive] = useState(values[0] ?? 0)
  const bySum = entry.by === 'sum'
  const total = countedCash(entry, values)?.total ?? 0
  const setNote = (value: number, next: (text: string) => string) =>
    onChange((before) => ({
      ...before,
      notes: { ...before.notes, [value]: next(before.notes[value] ?? '') },
    }))
  return (
    <div className="shift-count">
      <div className="shift-count-fields">
        <Pills
          label={t('count.by')}
          value={entry.by}
          onChange={(by) => onChange((before) => ({ ...before, by }))}
          pills={[
            { id: 'notes', label: t('count.notes') },
            { id: 'sum', label: t('count.sum') },
          ]}
        />
        {bySum ? (
          <TextField
            key="sum"
            label={t('count.cash')}
            before="KSh"
            value={entry.sum}
            onChange={(sum) => onChange((before) => ({ ...before, sum }))}
            error={entry.sum !== '' && parseMoney(entry.sum) === null ? t('problem.amount') : undefined}
            inputMode="decimal"
            number
            autoFocus
          />
        ) : (
          <div className="shift-notes">
            {values.map((value, index) => {
              const text = entry.notes[value] ?? ''
              return (
                <div className="shift-note" key={value} data-active={value === active || undefined}>
                  <span className="numbers" aria-hidden="true">
                    {faceOf(value)} ×
                  </span>
                  <TextField
                    label={t('count.howMany', { value: faceOf(value) })}
                    labelHidden
                    value={text}
                    onChange={(next) => setNote(value, () => next)}
                    onFocus={() => setActive(value)}
                    error={isWhole(text) ? undefined : t('problem.whole')}
                    inputMode="numeric"
                    number
                    autoFocus={index === 0}
                  />
                  <span className="shift-note-sum numbers" aria-hidden="true">
                    {isWhole(text) && text !== '' ? money(value * Number(text)) : ''}
                  </span>
                </div>
              )
            })}
          </div>
        )}
        <p className="shift-total" role="status">
          <span>{t('count.total')}</span> <b className="numbers">{money(total)}</b>
        </p>
      </div>
      <NumberPad
        corner={bySum ? '.' : 'clear'}
        onKey={(key) => {
          if (bySum) onChange((before) => ({ ...before, sum: padText(before.sum, key) }))
          else setNote(active, (text) => padText(text, key, { decimals: 0, digits: mostDigits }))
        }}
      />
    </div>
  )
}
