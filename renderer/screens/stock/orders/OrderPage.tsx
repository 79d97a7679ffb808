import { useState } from 'react'
import type { OrderLine } from '../../../../core/contract/order.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { inBackground } from '../../../bridge/background.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { notify } from '../../../components/notices.ts'
import { Retry } from '../../../components/Retry.tsx'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { language, useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useAct, useCall, useCaller } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { tellFailure } from '../../../window/faults.ts'
import { requestOf } from '../../../window/kept.ts'
import { navigate } from '../../../window/navigation.ts'
import { pdfActs } from '../../receipt/pdfActs.ts'
import { printPage, readPage } from '../../receipt/receiptPage.ts'
import { words as paperWords } from '../../receipt/words.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { casesOf, orderLineFields } from './exportFields.ts'
import { OrderState } from './Orders.tsx'
import { words } from './words.ts'

/** One order: what was ordered, and what became of it. */
export function OrderPage({ id }: { id: number }) {
  const t = useWords(words)
  const { data, error, refetch } = useCall('order.get', { id })
  const [cancelling, setCancelling] = useState(false)
  const end = useAct('order.end')
  const printer = usePrintOrder()
  const columns = useColumns()
  const isOpen = data?.end === null
  const back = () => navigate('stock', { order: 'all' })
  const print = () => printer.run(id)
  const takeIn = () => navigate('purchases', { enter: 'new', order: String(id) })
  function receive() {
    if (end.isPending) return
    const request = requestOf({ id, act: 'received' })
    end.mutate({ id, act: 'received', requestId: request.id }, { onSuccess: request.forget })
  }
  const isArrived = data?.state === 'arrived'
  useKeys([
    { key: 'Esc', run: back },
    { key: 'F7', label: t('print'), run: print, enabled: data !== undefined },
    {
      key: 'F9',
      label: t(isArrived ? 'received' : 'takeIn'),
      run: isArrived ? receive : takeIn,
      enabled: isOpen && !cancelling,
    },
  ])
  return (
    <>
      <div className="stock-filters">
        <Button icon="back" keyCap="Esc" onPress={back}>
          {t('all')}
        </Button>
        <h2 className="stock-title">{data && t('title', { number: data.number })}</h2>
        {data && <ExportButton list="order" rows={data.goods} fields={orderLineFields()} />}
        <Button icon="print" keyCap="F7" disabled={!data} pending={printer.isPending} onPress={print}>
          {t('print')}
        </Button>
        {isOpen && <Button onPress={() => setCancelling(true)}>{t('cancel')}</Button>}
        {isOpen && !isArrived && (
          <Button variant="primary" size={48} keyCap="F9" onPress={takeIn}>
            {t('takeIn')}
          </Button>
        )}
      </div>
      <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
      <FailureNote error={end.error} />
      {data && (
        <>
          {isArrived && (
            <Note
              tone="wait"
              title={t('arrivedTitle', {
                number: data.delivery?.number ?? '',
                supplier: data.supplier.name,
              })}
              acts={
                <Button variant="primary" keyCap="F9" pending={end.isPending} onPress={receive}>
                  {t('received')}
                </Button>
              }
            >
              {t('arrivedText')}
            </Note>
          )}
          {data.state === 'open' && data.supplier.pin !== null && (
            <Note tone="wait" title={t('whenTitle')}>
              {t('whenText', { supplier: data.supplier.name })}
            </Note>
          )}
          <div className="orders-facts">
            <Facts
              facts={[
                [t('columns.state'), <OrderState key="state" order={data} />],
                [t('supplier'), [data.supplier.name, data.supplier.pin].filter(Boolean).join(' · ')],
                [t('columns.when'), `${formatMoment(data.orderedAt)} · ${data.by}`],
                [t('ended'), data.end && `${formatMoment(data.end.at)} · ${data.end.by}`],
                [t('delivery'), data.state === 'received' && data.delivery ? data.delivery.number : null],
                [t('total'), data.total > 0 ? money(data.total) : null],
                [t('remark'), data.remark],
              ]}
            />
          </div>
          <VirtualTable
            label={t('columns.lines')}
            columns={columns}
            rows={data.goods}
            rowKey={({ position }) => position}
            empty={null}
          />
          {cancelling && <CancelDialog order={data} onClose={() => setCancelling(false)} />}
        </>
      )}
    </>
  )
}

function useColumns(): Column<OrderLine>[] {
  const t = useWords(words)
  return [
    {
      id: 'item',
      header: t('columns.item'),
      width: 'minmax(0, 1fr)',
      cell: ({ itemName }) => <b className="stock-line">{itemName}</b>,
    },
    { id: 'code', header: t('columns.code'), width: '170px', cell: ({ supplierCode }) => supplierCode },
    {
      id: 'quantity',
      header: t('columns.quantity'),
      width: '150px',
      align: 'right',
      cell: (line) => (
        <>
          <b className="stock-line">
            {quantity(line.quantity)} {unitSign(line.quantityUnit)}
          </b>
          <small className="stock-line">{casesOf(line)}</small>
        </>
      ),
    },
    {
      id: 'cost',
      header: t('columns.cost'),
      width: '130px',
      align: 'right',
      cell: ({ unitCost }) => unitCost !== null && money(unitCost),
    },
  ]
}

/** Prints an order to where the settings say, and says what became of it. */
function usePrintOrder() {
  const t = useWords(words)
  const tPaper = useWords(paperWords)
  const call = useCaller()
  const act = useAct('order.print')
  const run = (id: number) =>
    inBackground(
      act.mutateAsync({ id, language: language() }).then(({ html, file }) => {
        if (html !== null) printPage(readPage(html))
        if (file !== null) notify({ tone: 'ok', text: tPaper('pdf.made'), acts: pdfActs(call, file) })
        else notify({ tone: 'ok', text: t('printed') })
      }, tellFailure),
    )
  return { run, isPending: act.isPending }
}
