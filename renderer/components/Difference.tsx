import { unitSign } from '../../core/fiscal/codes.ts'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { quantity } from './Amount.tsx'
import { StateWord } from './StateWord.tsx'

interface DifferenceProps {
  expected: number | null
  received: number | null
  unit: string
}

/** What came less than, or beyond, what was expected, in words. */
export function Difference({ expected, received, unit }: DifferenceProps) {
  const t = useWords(common)
  if (expected === null || received === null) return null
  const missing = expected - received
  if (missing === 0) return <StateWord tone="ok">{t('difference.none')}</StateWord>
  const amount = `${quantity(Math.abs(missing))} ${unitSign(unit)}`
  return (
    <StateWord tone={missing > 0 ? 'bad' : 'wait'}>
      {t(missing > 0 ? 'difference.missing' : 'difference.more', { quantity: amount })}
    </StateWord>
  )
}
