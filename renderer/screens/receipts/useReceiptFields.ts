import type { InvoiceRow } from '../../../core/contract/invoice.ts'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import type { Field } from '../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { stateWord } from '../receipt/InvoiceState.tsx'
import { useTenderName } from '../sell/payment/useTenders.ts'
import { words } from './words.ts'

/** The columns of exported receipts. */
export function useReceiptFields(): Field<InvoiceRow>[] {
  const t = useWords(words)
  const tCommon = useWords(common)
  const tExport = useWords(exportWords)
  const nameOf = useTenderName()
  return [
    { kind: 'text', header: t('columns.receipt'), value: ({ kind, number }) => t(kind, { number }) },
    { kind: 'moment', header: tExport('fields.time'), value: ({ soldAt }) => soldAt },
    { kind: 'text', header: tExport('fields.cashier'), value: ({ cashier }) => cashier },
    {
      kind: 'text',
      header: tExport('fields.goods'),
      value: ({ goods, lines }) =>
        [
          ...goods.map(itemName),
          ...(lines > goods.length ? [t('moreGoods', { count: lines - goods.length })] : []),
        ].join(', '),
    },
    { kind: 'count', header: tExport('fields.lines'), value: ({ lines }) => lines },
    { kind: 'text', header: tExport('fields.buyer'), value: ({ buyerName }) => buyerName },
    { kind: 'text', header: tExport('fields.pin'), value: ({ buyerPin }) => buyerPin },
    {
      kind: 'text',
      header: tExport('fields.payment'),
      value: ({ methods }) => methods.map(nameOf).join(' + '),
    },
    {
      kind: 'text',
      header: tExport('fields.state'),
      value: ({ state }) => tCommon(`state.${stateWord(state)}`),
    },
    {
      kind: 'text',
      header: tExport('fields.signature'),
      value: ({ controlUnitNumber }) => controlUnitNumber,
    },
    { kind: 'amount', header: tExport('fields.amount'), value: ({ total }) => total },
    { kind: 'amount', header: tExport('fields.credited'), value: ({ credited }) => credited },
  ]
}
