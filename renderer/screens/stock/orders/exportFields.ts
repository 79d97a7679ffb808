/** The columns of what is to be ordered, of orders, and of the lines of one. */
import type { Order, OrderLine } from '../../../../core/contract/order.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { quantity as shownQuantity } from '../../../components/Amount.tsx'
import { say } from '../../../i18n/index.ts'
import type { Field } from '../../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../../window/exporting/words.ts'
import type { DraftLine } from './draft.ts'
import { words } from './words.ts'

interface Goods {
  quantity: number | null
  units: number
  quantityUnit: string
}

/** `2 × 24`; null: not in whole units of the supplier. */
export const casesOf = ({ quantity, units }: Goods): string | null =>
  quantity !== null && quantity > 0 && units !== 100 && quantity % units === 0
    ? say(words, 'cases', { count: quantity / units, units: shownQuantity(units) })
    : null

const amountFields = (): Field<Goods>[] => [
  { kind: 'quantity', header: say(exportWords, 'fields.quantity'), value: ({ quantity }) => quantity },
  {
    kind: 'text',
    header: say(exportWords, 'fields.unit'),
    value: ({ quantityUnit }) => unitSign(quantityUnit),
  },
  { kind: 'text', header: say(words, 'columns.cases'), value: casesOf },
]

export const orderLineFields = (): Field<OrderLine>[] => [
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ itemName }) => itemName },
  { kind: 'text', header: say(words, 'columns.code'), value: ({ supplierCode }) => supplierCode },
  ...amountFields(),
  { kind: 'amount', header: say(words, 'columns.cost'), value: ({ unitCost }) => unitCost },
]

export const toOrderFields = (): Field<DraftLine>[] => [
  {
    kind: 'text',
    header: say(exportWords, 'fields.code'),
    value: ({ suggestion }) => suggestion?.code ?? null,
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.barcode'),
    value: ({ suggestion }) => suggestion?.barcode ?? null,
  },
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ name }) => name },
  { kind: 'quantity', header: say(exportWords, 'fields.onHand'), value: ({ onHand }) => onHand },
  {
    kind: 'quantity',
    header: say(exportWords, 'fields.sold7'),
    value: ({ suggestion }) => suggestion?.sold7 ?? null,
  },
  {
    kind: 'quantity',
    header: say(exportWords, 'fields.sold30'),
    value: ({ suggestion }) => suggestion?.sold30 ?? null,
  },
  {
    kind: 'quantity',
    header: say(words, 'state.open'),
    value: ({ suggestion }) => suggestion?.ordered ?? null,
  },
  ...amountFields(),
  {
    kind: 'amount',
    header: say(words, 'columns.cost'),
    value: ({ suggestion }) => suggestion?.unitCost ?? null,
  },
]

export const orderFields = (): Field<Order>[] => [
  { kind: 'count', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  { kind: 'text', header: say(words, 'columns.supplier'), value: ({ supplier }) => supplier.name },
  { kind: 'text', header: say(exportWords, 'fields.pin'), value: ({ supplier }) => supplier.pin },
  { kind: 'moment', header: say(words, 'columns.when'), value: ({ orderedAt }) => orderedAt },
  { kind: 'text', header: say(exportWords, 'fields.person'), value: ({ by }) => by },
  { kind: 'count', header: say(exportWords, 'fields.lines'), value: ({ lines }) => lines },
  {
    kind: 'text',
    header: say(exportWords, 'fields.state'),
    value: ({ state, delivery }) => say(words, `state.${state}`, { number: delivery?.number ?? '' }),
  },
]
