import { useState } from 'react'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { NumberPad } from '../../components/fields/NumberPad.tsx'
import { type PadKey, padText } from '../../components/fields/numberPad.ts'
import { formatAge, formatCountdown } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { playSound } from '../../input/sounds.ts'
import { CallFailed, useAct } from '../../queries/calls.ts'
import { queryClient } from '../../queries/client.ts'
import { useNow } from '../../window/useNow.ts'
import { greet } from './greet.ts'
import { longestPin, PinDots, shortestPin } from './PinDots.tsx'
import type { Person } from './person.ts'
import { words } from './words.ts'

/** `30 s`, `2 min`. */
const waitText = (ms: number): string => (ms < 60_000 ? formatCountdown(ms) : formatAge(ms))

const reasonOf = (error: unknown): string | undefined =>
  error instanceof CallFailed ? error.failure.reason : undefined
/** A new PIN was refused, and the present one was right. */
const stillRight = (reason = ''): boolean => reason.startsWith('pin.')

interface PinEntryProps {
  person: Person
  onBack?: () => void
}

/** A person who must choose a new PIN: the present one, and the new one once it was typed. */
interface Renewing {
  present: string
  chosen: string | null
}

/**
 * A PIN by touch or keyboard. A wrong one shakes the dots, and says when a wait comes; a wait counts down. After the end of
 * a till a person types the present PIN, then a new one twice.
 */
export function PinEntry({ person, onBack }: PinEntryProps) {
  const t = useWords(words)
  const [pin, setPin] = useState('')
  const [renewing, setRenewing] = useState<Renewing | null>(null)
  const [differs, setDiffers] = useState(false)
  const unlock = useAct('session.unlock')
  const left = (person.lockedUntil ?? 0) - useNow(500, Date.now)
  const lockedOut = left > 0
  const ready = pin.length >= shortestPin && !lockedOut && !unlock.isPending

  function onKey(key: PadKey) {
    if (unlock.isError) unlock.reset()
    setDiffers(false)
    setPin((before) => padText(before, key, { code: true, digits: longestPin }))
  }

  function submit() {
    if (!ready) return
    if (renewing && renewing.chosen !== pin) {
      setDiffers(renewing.chosen !== null)
      setRenewing({ ...renewing, chosen: renewing.chosen === null ? pin : null })
      return setPin('')
    }
    const given = renewing ? { pin: renewing.present, newPin: pin } : { pin }
    // This screen unmounts before an option of `mutate` would run on success.
    unlock.mutateAsync({ userId: person.id, ...given }).then(greet, (error: unknown) => {
      setPin('')
      if (reasonOf(error) === 'session.newPin') {
        unlock.reset()
        return setRenewing({ present: pin, chosen: null })
      }
      playSound('no')
      setRenewing(renewing && stillRight(reasonOf(error)) ? { ...renewing, chosen: null } : null)
      // Fetches how long no PIN is accepted, and how many tries are left before that.
      inBackground(queryClient.invalidateQueries({ queryKey: ['workspace.state'] }))
    })
  }

  useKeys([
    { key: 'Enter', run: submit },
    { key: 'Esc', run: () => onBack?.() },
  ])

  const reason = unlock.error?.failure.reason
  const wrong = reason === 'session.wrongPin'
  const { triesLeft } = person
  return (
    <div className="unlock-pin">
      <h1>
        {renewing
          ? t(renewing.chosen === null ? 'newPin' : 'newPinAgain')
          : t('pinOf', { name: person.name })}
      </h1>
      <PinDots pin={pin} wrong={unlock.isError || differs} />
      <p className="unlock-word" role="status">
        {renewing && (differs ? t('newPinDiffers') : !unlock.isError && t('newPinWhy'))}
        {!person.hasPin && t('noPin')}
        {lockedOut ? t('lockedOut', { time: formatCountdown(left) }) : wrong && t('wrong')}
        {triesLeft &&
          !lockedOut &&
          ` ${t('triesLeft', { count: triesLeft.tries, wait: waitText(triesLeft.waitMs) })}`}
        {person.demo && !lockedOut && ` ${t('demoPin')}`}
      </p>
      {!wrong && reason !== 'session.lockedOut' && <FailureNote error={unlock.error} />}
      <NumberPad onKey={onKey} corner="clear" disabled={lockedOut} />
      <Button variant="primary" size={56} wide keyCap="Enter" disabled={!ready} onPress={submit}>
        {t('unlock')}
      </Button>
      {onBack && (
        <Button variant="quiet" size={48} wide keyCap="Esc" onPress={onBack}>
          {t('somebodyElse')}
        </Button>
      )}
    </div>
  )
}
