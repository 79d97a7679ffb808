/** The columns of exported invoices of suppliers, of deliveries and of their lines. */
import type { Delivery, DeliveryLine, SupplierInvoiceShown } from '../../../core/contract/delivery.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { formatWireDay } from '../../i18n/format.ts'
import { say } from '../../i18n/index.ts'
import type { Field } from '../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { words } from './words.ts'

export const invoiceFields = (): Field<SupplierInvoiceShown>[] => [
  { kind: 'text', header: say(words, 'columns.supplier'), value: ({ supplierName }) => supplierName },
  { kind: 'text', header: say(exportWords, 'fields.pin'), value: ({ supplierPin }) => supplierPin },
  { kind: 'text', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  { kind: 'text', header: say(words, 'columns.day'), value: ({ soldOn }) => formatWireDay(soldOn) },
  { kind: 'count', header: say(exportWords, 'fields.lines'), value: ({ lines }) => lines },
  { kind: 'amount', header: say(exportWords, 'fields.amount'), value: ({ total }) => total },
  {
    kind: 'text',
    header: say(exportWords, 'fields.state'),
    value: ({ state }) => say(words, `state.${state}`),
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.registration'),
    value: ({ confirmation }) =>
      confirmation === 'open' ? null : say(words, `confirmation.${confirmation}`),
  },
]

export const deliveryFields = (): Field<Delivery>[] => [
  { kind: 'count', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  { kind: 'text', header: say(words, 'columns.supplier'), value: ({ supplierName }) => supplierName },
  { kind: 'text', header: say(exportWords, 'fields.pin'), value: ({ supplierPin }) => supplierPin },
  { kind: 'text', header: say(words, 'delivery.invoice'), value: ({ invoiceNumber }) => invoiceNumber },
  { kind: 'moment', header: say(exportWords, 'fields.time'), value: ({ receivedAt }) => receivedAt },
  { kind: 'text', header: say(exportWords, 'fields.person'), value: ({ by }) => by },
  { kind: 'count', header: say(exportWords, 'fields.lines'), value: ({ lines }) => lines },
  { kind: 'amount', header: say(exportWords, 'fields.amount'), value: ({ total }) => total },
  { kind: 'count', header: say(exportWords, 'fields.differing'), value: ({ differences }) => differences },
]

export const deliveryLineFields = (): Field<DeliveryLine>[] => [
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ itemName }) => itemName },
  {
    kind: 'text',
    header: say(exportWords, 'fields.supplierCode'),
    value: ({ supplierCode }) => supplierCode,
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.supplierName'),
    value: ({ supplierItemName }) => supplierItemName,
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.unit'),
    value: ({ quantityUnit }) => unitSign(quantityUnit),
  },
  { kind: 'quantity', header: say(words, 'delivery.expected'), value: ({ expected }) => expected },
  { kind: 'quantity', header: say(words, 'delivery.received'), value: ({ received }) => received },
  { kind: 'amount', header: say(words, 'delivery.unitCost'), value: ({ unitCost }) => unitCost },
  { kind: 'amount', header: say(exportWords, 'fields.amount'), value: ({ total }) => total },
]
