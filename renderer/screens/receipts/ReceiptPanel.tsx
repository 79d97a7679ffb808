import { type ReactNode, useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { SidePanel } from '../../components/SidePanel.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { hasWord, sayFound, useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useRight } from '../../window/useRight.ts'
import { InvoiceState } from '../receipt/InvoiceState.tsx'
import { usePrinter } from '../receipt/printReceipt.ts'
import { ReceiptPaper } from '../receipt/ReceiptPaper.tsx'
import { words as paperWords } from '../receipt/words.ts'
import { useTenderName } from '../sell/payment/useTenders.ts'
import { words as paymentWords } from '../sell/payment/words.ts'
import { CreditDialog } from './CreditDialog.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { SignatureDialog } from './SignatureDialog.tsx'
import { wireMoment } from './wireMoment.ts'
import { words } from './words.ts'

type Receipt = OutputOf<'invoice.get'>

interface ReceiptPanelProps {
  id: number
  /** Somebody came here to enter the signature. */
  enterSignature: boolean
  onClose: () => void
}

/** One receipt: its life, its paper and its story. */
export function ReceiptPanel({ id, enterSignature, onClose }: ReceiptPanelProps) {
  const t = useWords(words)
  const tPaper = useWords(paperWords)
  const { may } = useHere()
  const right = useRight()
  const { data: receipt, error } = useCall('invoice.get', { id })
  const isOwn = id > 0
  const { data: preview, error: previewError } = useCall(
    'receipt.preview',
    { invoiceId: id },
    { enabled: isOwn },
  )
  const [dialog, setDialog] = useState<'credit' | 'payment' | 'signature' | null>(
    enterSignature ? 'signature' : null,
  )
  const printer = usePrinter()
  const printing = printer.isPrinting(id)
  const print = () => printer.print(id)

  useKeys([
    {
      key: 'Ctrl+P',
      label: t('action.print'),
      run: print,
      enabled: isOwn && receipt !== undefined && !printing,
    },
  ])

  const canCredit =
    receipt?.kind === 'sale' &&
    receipt.items.some(({ left }) => left !== null && left.quantity > 0) &&
    receipt.state !== 'withdrawn' &&
    receipt.state !== 'refused' &&
    right('creditNote') !== 'no'
  const printWords =
    preview?.life === 'copy' && preview.copyNumber !== null
      ? t('action.printCopy', { number: preview.copyNumber })
      : preview?.life === 'awaiting'
        ? t('action.printAwaiting')
        : t('action.print')

  return (
    <SidePanel
      title={receipt ? t(receipt.kind, { number: receipt.number }) : t('columns.receipt')}
      onClose={onClose}
      acts={
        receipt && (
          <>
            {isOwn && (
              <>
                <Button
                  className="receipts-act"
                  variant="primary"
                  keyCap="Ctrl+P"
                  pending={printing}
                  onPress={print}
                >
                  {printWords}
                </Button>
                <Button
                  className="receipts-act"
                  icon="file"
                  pending={printing}
                  onPress={() => printer.print(id, { target: 'pdf' })}
                >
                  {tPaper('pdf.make')}
                </Button>
              </>
            )}
            {canCredit && (
              <Button className="receipts-act" onPress={() => setDialog('credit')}>
                {t(receipt.credited > 0 ? 'action.creditRest' : 'action.credit')}
              </Button>
            )}
          </>
        )
      }
    >
      <FailureNote error={error ?? previewError} />
      {receipt?.till != null && (
        <Note tone="ok" title={t('elsewhere.title', { till: receipt.till })}>
          {t('elsewhere.text', { till: receipt.till })}
        </Note>
      )}
      {receipt && <Life receipt={receipt} onEnterSignature={() => setDialog('signature')} />}
      {preview && <ReceiptPaper html={preview.html} label={tPaper('paper')} />}
      {receipt?.till != null && <Goods items={receipt.items} total={receipt.total} />}
      {receipt && (
        <Story
          receipt={receipt}
          acts={
            receipt.paymentChangeable &&
            may('manager') && <Button onPress={() => setDialog('payment')}>{t('payment.change')}</Button>
          }
        />
      )}
      {receipt && dialog === 'payment' && <PaymentDialog receipt={receipt} onClose={() => setDialog(null)} />}
      {receipt && dialog === 'credit' && <CreditDialog receipt={receipt} onClose={() => setDialog(null)} />}
      {receipt?.state === 'acceptedUnsigned' && dialog === 'signature' && may('manager') && (
        <SignatureDialog receipt={receipt} onClose={() => setDialog(null)} />
      )}
    </SidePanel>
  )
}

function Life({ receipt, onEnterSignature }: { receipt: Receipt; onEnterSignature: () => void }) {
  const t = useWords(words)
  const { may } = useHere()
  const { state, submissionId } = receipt
  return (
    <section className="receipts-life">
      <InvoiceState state={state} />
      <p>
        {t(`life.${state}`, {
          time: receipt.signedAt === null ? '' : wireMoment(receipt.signedAt),
          controlUnitNumber: receipt.controlUnitNumber ?? '',
        })}
        {receipt.till === null && (
          <small>
            {receipt.copies > 0
              ? t('life.copies', { count: receipt.copies })
              : t(receipt.printed ? 'life.printedOriginal' : 'life.notPrinted')}
          </small>
        )}
      </p>
      {state === 'acceptedUnsigned' && may('manager') && (
        <Button variant="primary" onPress={onEnterSignature}>
          {t('action.enterSignature')}
        </Button>
      )}
      {(state === 'refused' || state === 'unknown') && submissionId !== null && (
        <Button onPress={() => navigate('queue', { document: String(submissionId) })}>
          {t('action.queue')}
        </Button>
      )}
    </section>
  )
}

/** What another till sold: this till has no paper of it. */
function Goods({ items, total }: Pick<Receipt, 'items' | 'total'>) {
  const t = useWords(words)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the panel, in which nothing else takes them
    <section className="receipts-story" aria-label={t('columns.goods')} tabIndex={0}>
      <h3>{t('columns.goods')}</h3>
      <Facts
        facts={[
          ...items.map((item) => [`${quantity(item.quantity)} × ${item.name}`, money(item.total)] as const),
          [t('columns.amount'), <b key="total">{money(total)}</b>] as const,
        ]}
      />
    </section>
  )
}

/** The cashier, the payments, and the outcome of the sale. */
function Story({ receipt, acts }: { receipt: Receipt; acts: ReactNode }) {
  const t = useWords(words)
  const tPay = useWords(paymentWords)
  const nameOf = useTenderName()
  const tenders = receipt.tenders.map(({ amount, reference, ...way }) =>
    [nameOf(way), money(amount), reference].filter(Boolean).join(' '),
  )
  const { reason, credits, creditNotes } = receipt
  const reasonWords =
    reason !== null && hasWord(words, `reason.${reason}`) ? sayFound(words, `reason.${reason}`) : reason
  const other = (invoice: { id: number; number: string }, kind: Receipt['kind']) => (
    <Button key={invoice.id} onPress={() => navigate('receipts', { invoice: String(invoice.id) })}>
      {t(kind, { number: invoice.number })}
    </Button>
  )
  const creditNote = ({ id, number, till, by, at, total }: Receipt['creditNotes'][number]) =>
    id !== null && number !== null ? (
      other({ id, number }, 'creditNote')
    ) : (
      <p key={number ?? at}>
        {t(number === null ? 'elsewhere.claimed' : 'elsewhere.note', {
          ...{ number: number ?? '', till: till ?? '', by, time: formatMoment(at), total: money(total) },
        })}
      </p>
    )
  return (
    <section className="receipts-story">
      <h3>{t('story.title')}</h3>
      <Facts
        facts={[
          [
            t(receipt.kind === 'sale' ? 'story.made' : 'story.madeCredit', { cashier: receipt.cashier }),
            formatMoment(receipt.soldAt),
          ],
          [t('story.paid'), tenders.length === 0 ? null : tenders.join(', ')],
          [
            t('payment.changed'),
            receipt.paymentChange &&
              t('payment.by', {
                time: formatMoment(receipt.paymentChange.at),
                name: receipt.paymentChange.by,
              }),
          ],
          [tPay('rounding'), receipt.rounding === 0 ? null : money(receipt.rounding)],
          [t('story.change'), receipt.change === 0 ? null : money(receipt.change)],
          [t('story.discount'), receipt.discount === 0 ? null : money(receipt.discount)],
          [t('story.tax'), money(receipt.tax)],
          [
            t('story.buyer'),
            receipt.buyerPin && `${receipt.buyerName ? `${receipt.buyerName} · ` : ''}${receipt.buyerPin}`,
          ],
          [t('story.reason'), reasonWords],
          [t('story.signed'), receipt.signedAt && wireMoment(receipt.signedAt)],
          [t('story.credits'), credits && other(credits, 'sale')],
          [t('story.creditedBy'), creditNotes.length === 0 ? null : creditNotes.map(creditNote)],
        ]}
      />
      {acts}
    </section>
  )
}
