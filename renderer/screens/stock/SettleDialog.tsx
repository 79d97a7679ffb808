import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { quantity } from '../../components/Amount.tsx'
import { notify } from '../../components/notices.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useAct } from '../../queries/calls.ts'
import { requestOf } from '../../window/kept.ts'
import { words } from './words.ts'

interface SettleDialogProps {
  level: OutputOf<'stock.levels'>['levels'][number]
  onClose: () => void
}

/** Sends the difference to the authority, so that it has what is here. */
export function SettleDialog({ level, onClose }: SettleDialogProps) {
  const t = useWords(words)
  const act = useAct('stock.settle')
  // As the person saw it: a request whose answer was lost may have settled it meanwhile.
  const [{ itemId, onHand, atAuthority, quantityUnit }] = useState(level)
  const unit = unitSign(quantityUnit)
  // Where it is null, no dialog is offered.
  const difference = onHand - (atAuthority ?? onHand)
  function settle(reason: string) {
    const input = { itemId, difference, reason }
    const request = requestOf(input)
    const onSuccess = ({ sent }: OutputOf<'stock.settle'>) => {
      request.forget()
      onClose()
      notify({ tone: 'ok', text: t(sent ? 'settle.done' : 'settle.before') })
    }
    act.mutate({ ...input, requestId: request.id }, { onSuccess })
  }
  return (
    <ReasonDialog
      title={t('settle.title', { name: itemName(level) })}
      act={t('settle.send')}
      pending={act.isPending}
      error={act.error}
      onReason={settle}
      onClose={onClose}
    >
      <p>
        {t(difference > 0 ? 'settle.adds' : 'settle.takes', {
          quantity: `${quantity(Math.abs(difference))} ${unit}`,
          onHand: `${quantity(onHand)} ${unit}`,
        })}
      </p>
      <p>{t('settle.others')}</p>
    </ReasonDialog>
  )
}
