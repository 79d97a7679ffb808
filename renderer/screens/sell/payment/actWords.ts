import { money } from '../../../components/Amount.tsx'
import type { payment as english } from '../../../i18n/en/payment.ts'
import type { Translate } from '../../../i18n/index.ts'
import type { SaleTender } from '../sale/cart.ts'
import type { NextStep } from '../sale/tendering.ts'
import type { GiveBack } from './useGiveBack.ts'
import type { useTenders } from './useTenders.ts'

interface Step {
  busy: boolean
  /** The core was asked, and has not answered. */
  asked: boolean
  next: NextStep
  /** Cents that the entered way still has to pay. */
  remaining: number
  taken: readonly SaleTender[]
  method: string
  nobodyOwes: boolean
  isUntouched: boolean
  back: GiveBack | null
}

/** What the main button does next, and what follows from it. */
export function actWords(
  t: Translate<typeof english>,
  nameOf: ReturnType<typeof useTenders>['nameOf'],
  { busy, asked, next, remaining, taken, method, nobodyOwes, isUntouched, back }: Step,
): [act: string, then?: string] {
  if (busy) return [t('completing')]
  if (asked) return [t('failed.again')]
  if (next.kind === 'impossible' && next.reason === 'overpaidWithoutCash') {
    const last = taken.at(-1)
    if (remaining > 0 || !last) return [t('lower', { amount: money(remaining), method })]
    return [t('takeBack', { method: nameOf(last), amount: money(last.amount) })]
  }
  if (nobodyOwes) return [t('owing.name')]
  if (next.kind === 'add') {
    return [
      t('add', { amount: money(next.tender.amount), method }),
      t('addRest', { remaining: money(next.settlement.remaining) }),
    ]
  }
  if (back?.name) return [t('complete'), t('completeBack', { amount: money(back.amount), method: back.name })]
  const given = next.kind === 'complete' ? next.settlement.change : 0
  if (given > 0) return [t('complete'), t('completeChange', { change: money(given) })]
  return isUntouched ? [t('complete'), t('completeExact', { method })] : [t('complete')]
}
