import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { parseMoney } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DialogKeys } from '../../components/DialogKeys.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { onEnter } from '../../input/onEnter.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { Carried } from './Carried.tsx'
import { CountFields } from './CountFields.tsx'
import { countedCash, emptyCount } from './count.ts'
import { paymentWords, words } from './words.ts'

type Shown = OutputOf<'shift.get'>

const keyOf = ({ method, tender = '' }: { method: string; tender?: string | undefined }) =>
  `${method} ${tender}`

/** Notes that need no keyboard. */
const explanations = ['unknown', 'change', 'missed'] as const

interface CloseDialogProps {
  shown: Shown
  onClose: () => void
  onClosed: (number: number) => void
}

/** Counts the drawer, then shows the difference and what is carried over, and closes. */
export function CloseDialog({ shown: { shift, report, carried }, onClose, onClosed }: CloseDialogProps) {
  const t = useWords(words)
  const tPayment = useWords(paymentWords)
  const { data: settings } = useCall('settings.get', {})
  const [entry, setEntry] = useState(emptyCount)
  const [isCounted, setCounted] = useState(false)
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({})
  const [note, setNote] = useState('')
  const [requestId] = useState(() => crypto.randomUUID())
  const act = useAct('shift.close')
  const values = settings?.denominations ?? []
  const cash = countedCash(entry, values)
  // With a blind count, only the failure of the act says what was expected.
  const { reason, params } = act.error?.failure ?? {}
  const told = reason === 'shift.differs' ? Number(params?.['expected']) : null
  const expected = (settings?.blindCount ? null : report?.drawer.expected) ?? told
  const difference = cash && expected !== null ? cash.total - expected : null
  const needsNote = difference !== null && difference !== 0 && note.trim() === ''
  const ways = (report?.tenders ?? []).filter(({ method }) => method !== 'cash')
  const isFaulty = (text: string | undefined) =>
    text !== undefined && text !== '' && parseMoney(text) === null

  const next = () => {
    if (cash) setCounted(true)
  }
  const tooLarge =
    reason === 'shift.differenceLarge' || reason === 'approval.unusable' || reason === 'act.notAllowed'
  const send = (toReview: boolean) => {
    if (!cash || needsNote || act.isPending || Object.values(others).some(isFaulty)) return
    act.mutate(
      {
        number: shift.number,
        ...cash.input,
        others: ways.flatMap((way) => {
          const sum = parseMoney(others[keyOf(way)] ?? '')
          const { method, tender } = way
          return sum === null ? [] : [{ method, ...(tender !== undefined && { tender }), sum }]
        }),
        ...(note.trim() === '' ? {} : { note }),
        ...(toReview ? { toReview: true as const } : {}),
        requestId,
      },
      {
        onSuccess: () => onClosed(shift.number),
      },
    )
  }
  // Keys and Enter give their event to what they run.
  const close = () => send(false)
  if (!isCounted) {
    return (
      <Dialog
        title={t('close.count')}
        size="large"
        onClose={onClose}
        acts={
          <Button variant="primary" size={48} keyCap="F9" disabled={!cash} onPress={next}>
            {t('close.next')}
          </Button>
        }
      >
        <DialogKeys keys={[{ key: 'F9', label: t('close.next'), run: next }]} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
        <div className="shift-form" onKeyDown={onEnter(next)}>
          {values.length > 0 && <CountFields entry={entry} values={values} onChange={setEntry} />}
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t('close.title', { number: shift.number })}
      size="large"
      onClose={onClose}
      acts={
        <>
          <Button size={48} icon="back" onPress={() => setCounted(false)}>
            {t('close.again')}
          </Button>
          {tooLarge && (
            <Button size={48} pending={act.isPending} onPress={() => send(true)}>
              {t('close.toReview')}
            </Button>
          )}
          <Button
            variant="primary"
            size={48}
            keyCap="F9"
            disabled={needsNote}
            pending={act.isPending}
            onPress={close}
          >
            {t('close.act')}
          </Button>
        </>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('close.act'), run: close }]} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
      <div className="shift-form" onKeyDown={onEnter(close)}>
        {told === null && <FailureNote error={act.error} />}
        <Facts
          facts={[
            [t('figures.expected'), expected === null ? null : money(expected)],
            [t('figures.counted'), money(cash?.total ?? 0)],
            [t('figures.difference'), difference === null ? null : money(difference)],
          ]}
        />
        {difference !== null && difference !== 0 && (
          <Note
            tone="wait"
            title={t(difference < 0 ? 'close.short' : 'close.over', { amount: money(Math.abs(difference)) })}
          >
            {t('close.noteNeeded')}
          </Note>
        )}
        {difference === null && <p className="shift-soft">{t('close.blind')}</p>}
        <div className="shift-pair">
          {ways.map(({ expected: due, ...way }) => (
            <TextField
              key={keyOf(way)}
              label={way.tender ?? tPayment(`method.${way.method}`)}
              hint={settings?.blindCount ? t('optional') : t('close.due', { amount: money(due) })}
              before="KSh"
              value={others[keyOf(way)] ?? ''}
              onChange={(text) => setOthers((before) => ({ ...before, [keyOf(way)]: text }))}
              error={isFaulty(others[keyOf(way)]) ? t('problem.amount') : undefined}
              inputMode="decimal"
              number
            />
          ))}
        </div>
        {difference !== null && difference !== 0 && (
          <Pills
            label={t('close.why')}
            value={explanations.find((id) => note === t(`explained.${id}`)) ?? null}
            onChange={(id) => setNote(t(`explained.${id}`))}
            pills={explanations.map((id) => ({ id, label: t(`explained.${id}`) }))}
          />
        )}
        <TextField label={t('note')} value={note} onChange={setNote} maxLength={200} autoFocus />
        <Carried carried={carried} />
      </div>
    </Dialog>
  )
}
