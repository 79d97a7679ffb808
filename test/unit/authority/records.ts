/** Records as the till freezes them: a sale of one item with tax and one without, and what belongs to it. */
import type {
  CustomerRecord,
  ItemRecord,
  SaleLineRecord,
  SaleRecord,
  StockRecord,
} from '../../../core/authority/port.ts'

export const author = { id: 'u1', name: 'User' }

export const bread: ItemRecord = {
  code: 'KE2NTNO0000001',
  itemClass: '5059690800',
  itemType: '2',
  name: 'Test bread',
  standardName: null,
  originCountry: 'KE',
  packageUnit: 'NT',
  quantityUnit: 'NO',
  taxType: 'B',
  batchNumber: null,
  barcode: '6161100000017',
  price: 58_000,
  additionalInfo: null,
  safetyQuantity: 0,
  active: true,
  author,
}

export const delivery: ItemRecord = {
  ...bread,
  code: 'KE3NTNO0000002',
  itemType: '3',
  name: 'Delivery',
  taxType: 'A',
  barcode: null,
  price: 25_000,
}

const breadLine: SaleLineRecord = {
  itemCode: bread.code,
  itemClass: bread.itemClass,
  itemName: bread.name,
  barcode: bread.barcode,
  packageUnit: 'NT',
  packageQuantity: 200,
  quantityUnit: 'NO',
  quantity: 200,
  unitPrice: 58_000,
  supply: 116_000,
  discountRate: 0,
  discount: 0,
  taxType: 'B',
  taxable: 100_000,
  tax: 16_000,
  total: 116_000,
}

const deliveryLine: SaleLineRecord = {
  ...breadLine,
  itemCode: delivery.code,
  itemName: delivery.name,
  barcode: null,
  packageQuantity: 100,
  quantity: 100,
  unitPrice: 25_000,
  supply: 25_000,
  taxType: 'A',
  taxable: 25_000,
  tax: 0,
  total: 25_000,
}

export const sale: SaleRecord = {
  kind: 'sale',
  traderNumber: 'INV-0001',
  number: 1,
  originalNumber: 0,
  buyerPin: null,
  buyerName: null,
  paymentMethod: '01',
  confirmedAt: '20260301103000',
  saleDate: '20260301',
  refundReason: null,
  rates: { A: 0, B: 16, C: 0, D: 0, E: 8 },
  remark: null,
  author,
  lines: [breadLine, deliveryLine],
}

export const creditNote: SaleRecord = {
  ...sale,
  kind: 'creditNote',
  traderNumber: 'CN-0001',
  number: 2,
  originalNumber: 1,
  refundReason: '06',
}

export const openingStock: StockRecord = {
  number: 1,
  originalNumber: 0,
  registrationType: 'M',
  partnerPin: null,
  partnerName: null,
  partnerBranch: null,
  type: '06',
  occurredOn: '20260301',
  remark: null,
  author,
  lines: [
    {
      itemCode: bread.code,
      itemClass: bread.itemClass,
      itemName: bread.name,
      barcode: null,
      packageUnit: 'NT',
      packageQuantity: 10_000,
      quantityUnit: 'NO',
      quantity: 10_000,
      unitPrice: 58_000,
      supply: 5_800_000,
      discount: 0,
      taxType: 'B',
      taxable: 5_000_000,
      tax: 800_000,
      total: 5_800_000,
    },
  ],
}

export const customer: CustomerRecord = {
  number: '000000001',
  pin: 'A000000001Z',
  name: 'Buyer One',
  address: null,
  phone: '0700000001',
  email: null,
  fax: null,
  active: true,
  remark: null,
  author,
  modifier: author,
}
