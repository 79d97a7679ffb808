import { useRef } from 'react'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useCall } from '../../../queries/calls.ts'
import { usePrinter } from '../../receipt/printReceipt.ts'
import { ReceiptLife } from '../../receipt/ReceiptLife.tsx'
import { ReceiptPaper } from '../../receipt/ReceiptPaper.tsx'
import { words } from '../../receipt/words.ts'
import { useTenderName } from '../payment/useTenders.ts'
import type { Completed } from '../sale/saleStore.ts'
import './done.css'

interface DonePanelProps {
  done: Completed
  /** A sale is open, and waits behind this receipt. */
  behind: boolean
  onNext: () => void
}

/**
 * The sale is paid: what goes back to the customer, the receipt with its life, and the way to the next sale. The goods stay
 * beside it, and the next of them begins the next sale.
 */
export function DonePanel({ done, behind, onNext }: DonePanelProps) {
  const t = useWords(words)
  const printer = usePrinter()
  const { invoiceId, number, total, tendered, change, rounding, returned } = done
  const back = returned?.back
  const nameOf = useTenderName()
  const onCredit = total + rounding + change - tendered
  const { data: preview, error } = useCall('receipt.preview', { invoiceId })
  const printing = printer.isPrinting(invoiceId)
  const nextWords = t(behind ? 'backToSale' : 'newSale')
  const next = useRef<HTMLButtonElement>(null)

  function print(target?: 'pdf') {
    // Enter is the next sale again, and not a copy.
    next.current?.focus()
    printer.printSale(done, target ? { target } : {})
  }

  useKeys([
    { key: 'Enter', label: nextWords, run: onNext },
    { key: 'Ctrl+P', label: t('print'), run: () => print() },
    { key: 'Ctrl+S', label: t('pdf.make'), run: () => print('pdf') },
  ])

  const copy = preview?.life === 'copy' && preview.copyNumber !== null ? preview.copyNumber : null
  return (
    <aside className="done" aria-label={t('number', { number })}>
      <header className="done-head">
        <h2>{t('number', { number })}</h2>
        <dl>
          <div>
            <dt>{t('total')}</dt>
            <dd>{money(total)}</dd>
          </div>
          {rounding !== 0 && (
            <div>
              <dt>{t('rounding')}</dt>
              <dd>{money(rounding)}</dd>
            </div>
          )}
          {returned && (
            <div>
              <dt>{returned.number}</dt>
              <dd>{money(returned.refund + (back?.amount ?? 0))}</dd>
            </div>
          )}
          {onCredit > 0 && (
            <div>
              <dt>{t('onCredit')}</dt>
              <dd>{money(onCredit)}</dd>
            </div>
          )}
          <div>
            <dt>{t('tendered')}</dt>
            <dd>{money(tendered - (returned?.refund ?? 0))}</dd>
          </div>
        </dl>
      </header>
      <p className="done-change" role="status">
        <span>
          {back
            ? t('givenBack', { method: nameOf(back) })
            : t(change > 0 ? 'change' : onCredit > 0 ? 'onCredit' : 'noChange')}
        </span>
        <b>{money(back?.amount ?? (change || onCredit || tendered - (returned?.refund ?? 0)))}</b>
      </p>
      <ReceiptLife invoiceId={invoiceId} preview={preview} />
      {error && <FailureNote error={error} />}
      {preview && <ReceiptPaper html={preview.html} label={t('paper')} />}
      <div className="done-acts">
        <Button size={48} icon="print" keyCap="Ctrl+P" pending={printing} onPress={() => print()}>
          {printing ? t('printing') : copy === null ? t('print') : t('printCopy', { number: copy })}
        </Button>
        <Button size={48} icon="file" keyCap="Ctrl+S" pending={printing} onPress={() => print('pdf')}>
          {t('pdf.make')}
        </Button>
        <Button variant="primary" size={72} wide keyCap="Enter" autoFocus ref={next} onPress={onNext}>
          {nextWords}
        </Button>
      </div>
    </aside>
  )
}
