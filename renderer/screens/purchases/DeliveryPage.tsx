import type { DeliveryLine, DeliveryShown } from '../../../core/contract/delivery.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Difference } from '../../components/Difference.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { Page } from '../../components/Page.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useCall } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { useAddLabels } from '../../window/labelList.ts'
import { words as labelWords } from '../../window/labelWords.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { deliveryLineFields } from './exportFields.ts'
import { usePrintDelivery } from './usePrintDelivery.ts'
import { words } from './words.ts'

const confirmationTones: Record<NonNullable<DeliveryShown['confirmation']>, Tone> = {
  open: 'off',
  waiting: 'wait',
  confirmed: 'ok',
  refused: 'bad',
}
const stockTones: Record<NonNullable<DeliveryShown['stock']>, Tone> = {
  waiting: 'wait',
  accepted: 'ok',
  refused: 'bad',
  withdrawn: 'off',
}

/** One delivery: what came, what differs, and what the authority says. */
export function DeliveryPage({ id }: { id: number }) {
  const t = useWords(words)
  const tLabels = useWords(labelWords)
  const { may } = useHere()
  const addLabels = useAddLabels()
  const { data, error, refetch } = useCall('delivery.get', { id })
  const printer = usePrintDelivery()
  const back = () => navigate('purchases', { deliveries: 'all' })
  const print = () => printer.run(id)
  useKeys([
    { key: 'Esc', run: back },
    { key: 'F7', label: t('delivery.print'), run: print, enabled: data !== undefined },
  ])
  const columns = useColumns()
  return (
    <Page
      title={t('delivery.title', { number: data?.number ?? '' })}
      back={{ label: t('delivery.back'), onPress: back }}
      acts={
        <>
          {data && <ExportButton list="deliveryLines" rows={data.goods} fields={deliveryLineFields()} />}
          {may('manager') && (
            <Button onPress={() => addLabels({ source: 'delivery', id })}>{tLabels('open')}</Button>
          )}
          <Button icon="print" keyCap="F7" pending={printer.isPending} onPress={print}>
            {t('delivery.print')}
          </Button>
        </>
      }
    >
      <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
      {data && (
        <>
          <div className="purchases-facts">
            <Facts
              facts={[
                [t('columns.supplier'), [data.supplierName, data.supplierPin].filter(Boolean).join(' · ')],
                [t('delivery.invoice'), data.invoiceNumber ?? t('delivery.noInvoice')],
                [t('columns.when'), `${formatMoment(data.receivedAt)} · ${data.by}`],
                [t('delivery.total'), data.total === null ? null : money(data.total)],
                [t('delivery.remark'), data.remark],
              ]}
            />
            <p className="purchases-states">
              {data.confirmation !== null && (
                <StateWord tone={confirmationTones[data.confirmation]}>
                  {t(`confirmation.${data.confirmation}`)}
                </StateWord>
              )}
              {data.stock !== null && (
                <StateWord tone={stockTones[data.stock]}>{t(`stock.${data.stock}`)}</StateWord>
              )}
            </p>
          </div>
          {data.confirmation === 'refused' && (
            <Note
              tone="bad"
              title={t('delivery.rejected')}
              acts={<Button onPress={() => navigate('queue')}>{t('delivery.open')}</Button>}
            >
              {t('delivery.rejectedText')}
            </Note>
          )}
          {data.differences > 0 && (
            <Note tone="wait" title={t('differences', { count: data.differences })}>
              {t('delivery.askCredit')}
            </Note>
          )}
          {data.belowCost.length > 0 && (
            <Note tone="wait" title={t('delivery.belowCost')}>
              {data.belowCost
                .map(({ name, price, cost }) =>
                  t('delivery.belowCostText', { name, price: money(price), cost: money(cost) }),
                )
                .join('; ')}
            </Note>
          )}
          <VirtualTable
            label={t('columns.lines')}
            columns={columns}
            rows={data.goods}
            rowKey={({ position }) => position}
            empty={null}
          />
        </>
      )}
    </Page>
  )
}

function useColumns(): Column<DeliveryLine>[] {
  const t = useWords(words)
  const inUnits = (line: DeliveryLine, hundredths: number) =>
    `${quantity(hundredths)} ${unitSign(line.quantityUnit)}`
  return [
    {
      id: 'item',
      header: t('columns.lines'),
      width: 'minmax(0, 1fr)',
      cell: ({ itemName, supplierItemName }) => (
        <>
          <b className="purchases-line">{itemName}</b>
          {supplierItemName !== null && <small className="purchases-line">{supplierItemName}</small>}
        </>
      ),
    },
    {
      id: 'expected',
      header: t('delivery.expected'),
      width: '130px',
      align: 'right',
      cell: (line) => line.expected !== null && inUnits(line, line.expected),
    },
    {
      id: 'received',
      header: t('delivery.received'),
      width: '110px',
      align: 'right',
      cell: (line) => <b>{inUnits(line, line.received)}</b>,
    },
    {
      id: 'difference',
      header: t('columns.state'),
      width: '170px',
      cell: (line) => (
        <Difference expected={line.expected} received={line.received} unit={line.quantityUnit} />
      ),
    },
    {
      id: 'cost',
      header: t('delivery.unitCost'),
      width: '130px',
      align: 'right',
      cell: ({ unitCost }) => unitCost !== null && money(unitCost),
    },
  ]
}
