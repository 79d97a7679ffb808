import { useState } from 'react'
import type { Act } from '../../core/contract/acts.ts'
import type { ActAsked } from '../../core/contract/approval.ts'
import { money } from '../components/Amount.tsx'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Facts } from '../components/Facts.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { NumberPad } from '../components/fields/NumberPad.tsx'
import { padText } from '../components/fields/numberPad.ts'
import { TextField } from '../components/fields/TextField.tsx'
import { Note } from '../components/Note.tsx'
import { Pills } from '../components/Pills.tsx'
import { formatCountdown } from '../i18n/format.ts'
import { useWords } from '../i18n/index.ts'
import { useKeys } from '../input/keys.ts'
import { LayerContext } from '../input/layers.ts'
import { playSound } from '../input/sounds.ts'
import type { ApprovalAsked } from '../queries/approval.ts'
import { useAct, useCall } from '../queries/calls.ts'
import { longestPin, PinDots, shortestPin } from '../screens/unlock/PinDots.tsx'
import { words } from '../window/approvalWords.ts'
import { useNow } from '../window/useNow.ts'
import './ApprovalDialog.css'

/** Above every dialog that a screen opens. */
const aboveDialogs = 20
const price = ['customer', 'damaged', 'mistake'] as const
const removal = ['changedMind', 'mistake', 'damaged'] as const
const paper = ['paperLost', 'printFailed'] as const
/** Usual reasons, so that nobody needs a keyboard. A text of one's own is always possible. */
const usualReasons = {
  priceChange: price,
  discountAbove: price,
  belowStock: ['moreThanRecorded', 'mistake'],
  creditNote: removal,
  reprint: paper,
  printOriginalAgain: paper,
  usedCode: ['paymentSeen', 'mistake'],
  voidLine: removal,
  voidSale: removal,
  payOut: ['shopNeeds'],
  noSale: ['changeNeeded', 'mistake'],
  cashAboveDrawer: ['moreThanRecorded', 'shopNeeds'],
  creditAboveLimit: ['customer'],
  closeWithDifference: ['countedAgain', 'mistake'],
  otherItem: ['notListed'],
  training: ['learning'],
} as const satisfies Record<Act, readonly string[]>
type Reason = (typeof usualReasons)[Act][number] | 'other'

/** Acts on a document that has a number. */
const onDocument: readonly Act[] = ['creditNote', 'reprint', 'printOriginalAgain']

/** Another person approves what the signed-in person does, for this once. */
export function ApprovalDialog({ asked }: { asked: ApprovalAsked }) {
  const t = useWords(words)
  return (
    <LayerContext value={aboveDialogs}>
      <Dialog title={t('title')} size="large" onClose={() => asked.answer(null)}>
        <ApprovalForm key={JSON.stringify(asked.acts)} asked={asked} />
      </Dialog>
    </LayerContext>
  )
}

function ApprovalForm({ asked: { acts, answer } }: { asked: ApprovalAsked }) {
  const t = useWords(words)
  const input = { acts: acts.map((each) => ({ ...each })) }
  const { data, error } = useCall('approval.people', input)
  const people = data?.people ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const usual = new Set<Reason>([...acts.flatMap(({ act }) => usualReasons[act]), 'other'])
  const [reason, setReason] = useState<Reason>([...usual][0] ?? 'other')
  const [own, setOwn] = useState('')
  const [pin, setPin] = useState('')
  const [until, setUntil] = useState<Readonly<Record<string, number>>>({})
  const give = useAct('approval.give')
  const approver = people.find(({ id }) => id === chosen) ?? people[0]
  const now = useNow(500, Date.now)
  const left = approver ? Math.max(until[approver.id] ?? 0, approver.lockedUntil ?? 0) - now : 0
  const text = reason === 'other' ? own.trim() : t(`reasons.${reason}`)
  const ready =
    approver !== undefined && pin.length >= shortestPin && text !== '' && left <= 0 && !give.isPending

  const approve = () => {
    if (!ready) return
    give.mutate(
      { ...input, userId: approver.id, pin, reason: text },
      {
        onSuccess: ({ token }) => answer(token),
        onError: ({ failure: { reason: why, params } }) => {
          playSound('no')
          setPin('')
          if (why === 'session.lockedOut')
            setUntil((before) => ({ ...before, [approver.id]: Number(params?.['until']) }))
        },
      },
    )
  }
  useKeys([
    { key: 'F9', label: t('approve'), run: approve },
    { key: 'Enter', run: approve },
  ])
  const why = give.error?.failure.reason
  const isPinFault = why === 'session.wrongPin' || why === 'session.lockedOut'
  if (data && !approver) return <Note tone="bad" title={t('nobody')} />
  return (
    <div className="approval">
      <div className="approval-about">
        <p>{t('intro')}</p>
        <Facts
          facts={acts.map((each) => [actText(t(`act.${each.act}`), each), money(Math.abs(each.amount))])}
        />
        <FailureNote error={error ?? (isPinFault ? null : give.error)} />
        <div>
          <p className="field-label" aria-hidden="true">
            {t('who')}
          </p>
          <Pills
            label={t('who')}
            value={approver?.id ?? null}
            onChange={(id) => {
              setChosen(id)
              setPin('')
              give.reset()
            }}
            pills={people.map(({ id, name }) => ({ id, label: name }))}
          />
        </div>
        <div>
          <p className="field-label" aria-hidden="true">
            {t('reason')}
          </p>
          <Pills
            label={t('reason')}
            value={reason}
            onChange={setReason}
            pills={[...usual].map((id) => ({ id, label: t(`reasons.${id}`) }))}
          />
        </div>
        {reason === 'other' && (
          <TextField
            label={t('ownReason')}
            value={own}
            onChange={setOwn}
            maxLength={60}
            error={pin.length >= shortestPin && text === '' ? t('reasonEmpty') : undefined}
            autoFocus
          />
        )}
      </div>
      <div className="approval-pin">
        <p className="field-label">{t('passcode', { name: approver?.name ?? '' })}</p>
        <PinDots pin={pin} wrong={give.isError} />
        <p className="approval-word" role="status">
          {left > 0 ? t('lockedOut', { time: formatCountdown(left) }) : isPinFault && t('wrong')}
        </p>
        <NumberPad
          corner="clear"
          disabled={left > 0}
          onKey={(key) => {
            if (give.isError) give.reset()
            setPin((before) => padText(before, key, { code: true, digits: longestPin }))
          }}
        />
        <Button
          variant="primary"
          size={56}
          wide
          keyCap="F9"
          disabled={!ready}
          pending={give.isPending}
          onPress={approve}
        >
          {t('approve')}
        </Button>
      </div>
    </div>
  )
}

const actText = (name: string, { act, document }: ActAsked): string =>
  onDocument.includes(act) ? `${name} (${document})` : name
