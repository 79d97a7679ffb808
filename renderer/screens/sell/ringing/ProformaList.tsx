import { useState } from 'react'
import { inBackground } from '../../../bridge/background.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { SearchField } from '../../../components/fields/SearchField.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCall, useCaller } from '../../../queries/calls.ts'
import { useSettled } from '../../../queries/useSettled.ts'
import { tellFailure } from '../../../window/faults.ts'
import { LetterPad } from '../parts/LetterPad.tsx'
import type { SaleStore } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'
import { printProforma, takeProforma } from './proformas.ts'

/** More than these are found by their number or buyer. */
const mostShown = 20

interface ProformaListProps {
  store: SaleStore
  onDone: () => void
}

/** Proformas, the newest first: printed again, or turned into a sale. */
export function ProformaList({ store, onDone }: ProformaListProps) {
  const t = useWords(words)
  const call = useCaller()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const wanted = useSettled(text.trim())
  const { data, error } = useCall(
    'proforma.list',
    { limit: mostShown, ...(wanted === '' ? {} : { text: wanted }) },
    { keepPrevious: true },
  )
  const exchange = store.get().sale.lines.length > 0

  function run(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    inBackground(
      work()
        .catch(tellFailure)
        .finally(() => setBusy(false)),
    )
  }

  return (
    <>
      <SearchField label={t('proforma.search')} value={text} onChange={setText} autoFocus />
      <FailureNote error={error} />
      {data?.proformas.length === 0 && <Empty title={t('proforma.empty')}>{t('proforma.emptyText')}</Empty>}
      {exchange && data && data.proformas.length > 0 && <p>{t('parked.swap')}</p>}
      <ul className="sell-parked">
        {data?.proformas.map((paper) => (
          <li key={paper.id}>
            <span>
              <b>{paper.number}</b> · {money(paper.total)} · {t('cart.count', { count: paper.lines })}
              <small>{[paper.buyer, formatMoment(paper.madeAt)].filter(Boolean).join(' · ')}</small>
              {paper.sales.length > 0 && (
                <small>{t('proforma.sold', { sales: paper.sales.join(', ') })}</small>
              )}
            </span>
            <span className="sell-parked-acts">
              <Button
                size={48}
                icon="print"
                pending={busy}
                label={t('proforma.printOf', { number: paper.number })}
                onPress={() => run(() => printProforma(call, paper))}
              >
                {t('proforma.print')}
              </Button>
              <Button
                size={48}
                variant="primary"
                pending={busy}
                label={t('proforma.takeOf', { number: paper.number })}
                onPress={() => run(() => takeProforma(call, store, paper).then(onDone))}
              >
                {t('proforma.take')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <LetterPad text={text} onText={(typed) => setText(typed.slice(0, 60))} />
    </>
  )
}
