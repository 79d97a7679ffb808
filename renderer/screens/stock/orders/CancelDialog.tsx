import type { Order } from '../../../../core/contract/order.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { DialogKeys } from '../../../components/DialogKeys.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { requestOf } from '../../../window/kept.ts'
import { words } from './words.ts'

/** Asks before an order is cancelled: that cannot be undone. */
export function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useWords(words)
  const act = useAct('order.end')
  const { id, number, supplier } = order
  function cancel() {
    if (act.isPending) return
    const request = requestOf({ id, act: 'cancelled' })
    const onSuccess = () => {
      request.forget()
      onClose()
    }
    act.mutate({ id, act: 'cancelled', requestId: request.id }, { onSuccess })
  }
  return (
    <Dialog
      title={t('cancelTitle', { number })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('keep')}
          </Button>
          <Button variant="danger" size={48} keyCap="F9" pending={act.isPending} onPress={cancel}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('cancel'), run: cancel }]} />
      <p>{t('cancelText', { supplier: supplier.name })}</p>
      <FailureNote error={act.error} />
    </Dialog>
  )
}
