import type { ReactNode } from 'react'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

interface StepProps {
  /** 1 to 3; absent where it is the only one. */
  step?: number
  title: string
  children: ReactNode
  acts: ReactNode
  onSubmit: () => void
}

/** One question of the set-up; Enter answers it. */
export function Step({ step, title, children, acts, onSubmit }: StepProps) {
  const t = useWords(words)
  return (
    <form
      className="step"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {step !== undefined && <small>{t('step', { step })}</small>}
      <h1>{title}</h1>
      {children}
      <div className="step-acts">{acts}</div>
    </form>
  )
}
