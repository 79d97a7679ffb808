import type { ReactNode } from 'react'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

const steps = ['owner', 'shop', 'device', 'goods', 'printer'] as const

interface StepProps {
  /** Absent where it is the only one. */
  step?: (typeof steps)[number]
  title: string
  /** Beside the questions. */
  aside?: ReactNode
  children: ReactNode
  acts: ReactNode
  onSubmit: () => void
}

/** One question of the set-up; Enter answers it. */
export function Step({ step, title, aside, children, acts, onSubmit }: StepProps) {
  const t = useWords(words)
  return (
    <div className="step-page" data-wide={aside !== undefined || undefined}>
      <form
        className="step"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {step && (
          <ol className="steps" aria-label={t('steps')}>
            {steps.map((each, index) => (
              <li
                key={each}
                aria-current={each === step ? 'step' : undefined}
                data-done={index < steps.indexOf(step) || undefined}
              >
                {t(`stepNames.${each}`)}
              </li>
            ))}
          </ol>
        )}
        <h1>{title}</h1>
        {children}
        <div className="step-acts">{acts}</div>
      </form>
      {aside}
    </div>
  )
}
