import { useState } from 'react'
import type { MovementKind } from '../../../core/contract/shift.ts'
import { parseMoney } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DialogKeys } from '../../components/DialogKeys.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { NumberPad } from '../../components/fields/NumberPad.tsx'
import { padText } from '../../components/fields/numberPad.ts'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { onEnter } from '../../input/onEnter.ts'
import { useAct } from '../../queries/calls.ts'
import { usePrintShift } from './usePrintShift.ts'
import { words } from './words.ts'

/** Usual reasons, so that nobody needs a keyboard. The last one is a text of one's own. */
const reasons = {
  payIn: ['change', 'other'],
  payOut: ['supplier', 'transport', 'meal', 'other'],
  drop: ['safe', 'bank', 'other'],
  noSale: ['changeNote', 'check', 'other'],
} as const satisfies Record<MovementKind, readonly string[]>
type Reason = (typeof reasons)[MovementKind][number]

interface CashDialogProps {
  kind: MovementKind
  /** The open shift. */
  number: number
  onClose: () => void
}

/** Cash into the drawer, out of it, or to the safe; or the drawer opened without a sale. */
export function CashDialog({ kind, number, onClose }: CashDialogProps) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Reason>(reasons[kind][0])
  const [own, setOwn] = useState('')
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const [asked, setAsked] = useState(false)
  const [requestId] = useState(() => crypto.randomUUID())
  const act = useAct('shift.addCash')
  const print = usePrintShift()
  const hasAmount = kind !== 'noSale'
  const amount = hasAmount ? parseMoney(text) : null
  const reason = chosen === 'other' ? own.trim() : t(`reason.${chosen}`)
  const isComplete = reason !== '' && (!hasAmount || (amount !== null && amount > 0))
  const save = () => {
    setAsked(true)
    if (!isComplete || act.isPending) return
    act.mutate(
      {
        number,
        kind,
        ...(amount === null ? {} : { amount }),
        reason,
        ...(reference.trim() === '' ? {} : { reference }),
        ...(note.trim() === '' ? {} : { note }),
        requestId,
      },
      {
        onSuccess: ({ id }) => {
          onClose()
          notify({
            tone: 'ok',
            text: t(hasAmount ? 'cash.done' : 'cash.doneNoSale', { amount: money(amount ?? 0) }),
            acts: [{ label: t('cash.printSlip'), run: () => print.run({ number, movement: id }) }],
          })
        },
      },
    )
  }
  return (
    <Dialog
      title={t(`cash.${kind}`)}
      size="large"
      onClose={onClose}
      acts={
        <Button variant="primary" size={48} keyCap="F9" pending={act.isPending} onPress={save}>
          {t('cash.save')}
        </Button>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('cash.save'), run: save }]} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
      <div className="shift-count" onKeyDown={onEnter(save)}>
        <div className="shift-count-fields">
          <FailureNote error={act.error} />
          {hasAmount && (
            <TextField
              label={t('cash.amount')}
              before="KSh"
              value={text}
              onChange={setText}
              error={asked && !(amount !== null && amount > 0) ? t('problem.amount') : undefined}
              inputMode="decimal"
              number
              autoFocus
            />
          )}
          <div>
            <p className="field-label" aria-hidden="true">
              {t('cash.reason')}
            </p>
            <Pills
              label={t('cash.reason')}
              value={chosen}
              onChange={setChosen}
              pills={reasons[kind].map((id) => ({ id, label: t(`reason.${id}`) }))}
            />
          </div>
          {chosen === 'other' && (
            <TextField
              label={t('cash.ownReason')}
              value={own}
              onChange={setOwn}
              maxLength={60}
              error={asked && own.trim() === '' ? t('problem.reason') : undefined}
              autoFocus
            />
          )}
          <div className="shift-pair">
            {hasAmount && (
              <TextField
                label={t('cash.reference')}
                hint={t('optional')}
                value={reference}
                onChange={setReference}
                maxLength={40}
              />
            )}
            <TextField
              label={t('note')}
              hint={t('optional')}
              value={note}
              onChange={setNote}
              maxLength={200}
            />
          </div>
        </div>
        {hasAmount && <NumberPad onKey={(key) => setText((before) => padText(before, key))} />}
      </div>
    </Dialog>
  )
}
