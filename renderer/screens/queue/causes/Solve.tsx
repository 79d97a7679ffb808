import { useState } from 'react'
import type { InputOf } from '../../../../core/contract/index.ts'
import type { Cause } from '../../../../core/contract/queue.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notices.ts'
import { explain, failureCode } from '../../../i18n/errors.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { navigate } from '../../../window/navigation.ts'
import { BuyerPin } from '../Correct.tsx'
import { words } from '../words.ts'
import { AddStock } from './AddStock.tsx'
import { solveLabel } from './causeText.ts'

/** The button that solves a cause, and the other way to solve it. */
export function Solve({ cause }: { cause: Cause }) {
  const t = useWords(words)
  const solve = useAct('queue.solve')
  const [asking, setAsking] = useState(false)
  const { key, act, itemId, documents } = cause
  const [first] = documents
  const back = { from: 'causes' }
  const item = itemId === null ? {} : { item: String(itemId) }

  const run = (how: Omit<InputOf<'queue.solve'>, 'key'> = {}) =>
    solve.mutate(
      { key, ...how },
      {
        onSuccess: ({ resent }) => {
          setAsking(false)
          const text = resent === 0 ? t('done.nothingToTry') : t('done.solved', { count: resent })
          notify({ tone: 'ok', text })
        },
        onError: ({ failure }) => {
          setAsking(false)
          notify({ tone: 'bad', text: explain(failure), code: failureCode(failure) })
        },
      },
    )
  const press = () => {
    switch (act) {
      case 'addStock':
      case 'correctBuyer':
        return setAsking(true)
      case 'openItem':
        return navigate('items', { ...item, ...back })
      case 'enterSignature':
        return navigate('receipts', { invoice: String(first?.invoiceId), signature: 'enter' })
      case 'setAside':
      case null:
        return navigate('queue', { document: String(first?.id) })
      default:
        return run()
    }
  }
  return (
    <>
      <Button variant="primary" size={48} pending={solve.isPending} onPress={press}>
        {solveLabel(cause, t)}
      </Button>
      {cause.kind === 'addStock' && (
        <Button size={48} onPress={() => navigate('stock', { adjust: 'count', ...item, ...back })}>
          {t('causes.count')}
        </Button>
      )}
      {act === 'registerItem' && itemId !== null && (
        <Button size={48} onPress={() => navigate('items', { ...item, ...back })}>
          {t('correct.openItem')}
        </Button>
      )}
      {asking && act === 'addStock' && (
        <AddStock
          cause={cause}
          pending={solve.isPending}
          onAdd={(stock) => run({ stock })}
          onClose={() => setAsking(false)}
        />
      )}
      {asking && act === 'correctBuyer' && (
        <Dialog title={solveLabel(cause, t)} onClose={() => setAsking(false)}>
          <BuyerPin pending={solve.isPending} onSend={(buyerPin) => run({ buyerPin })} />
        </Dialog>
      )}
    </>
  )
}
