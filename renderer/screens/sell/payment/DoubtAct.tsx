import { useEffect, useRef } from 'react'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { words } from './words.ts'

interface DoubtActProps {
  /** Cents. */
  received: number
  change: number
  onYes: () => void
  onCorrect: () => void
}

/** Asks about an amount that is hardly what the customer gave. Enter corrects it: a second Enter must not pass it unseen. */
export function DoubtAct({ received, change, onYes, onCorrect }: DoubtActProps) {
  const t = useWords(words)
  const correct = useRef<HTMLButtonElement>(null)
  useEffect(() => correct.current?.focus(), [])
  useKeys([
    { key: 'F9', label: t('doubt.yes'), run: onYes },
    { key: 'Esc', label: t('doubt.correct'), run: onCorrect },
  ])
  return (
    <div className="pay-doubt">
      <p role="alert">
        <b>{t('doubt.title', { received: money(received) })}</b> {t('doubt.text', { change: money(change) })}
      </p>
      <Button size={56} keyCap="F9" onPress={onYes}>
        {t('doubt.yes')}
      </Button>
      <Button variant="primary" size={56} keyCap="Enter" ref={correct} onPress={onCorrect}>
        {t('doubt.correct')}
      </Button>
    </div>
  )
}
