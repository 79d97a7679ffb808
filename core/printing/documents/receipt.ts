import { taxLabel, taxSuffix, unitSign } from '../../fiscal/codes.ts'
import { authorityName } from '../../fiscal/country.ts'
import { parseWireDateTime, toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney, formatQuantity, scale } from '../../fiscal/money.ts'
import { taxTypes } from '../../fiscal/tax.ts'
import type { FiscalData, ReceiptInput, ReceiptLine } from './receiptInput.ts'

/**
 * A receipt as plain data, in the order of the paper (`authority §4.3`). It says what is printed and how prominently,
 * not where. The renderers for plain text, pages and receipt printers lay it out.
 */
export type ReceiptModel = {
  title: string
  /** The till's own number of the document. */
  number: string
  sections: Section[]
}

/** `rule`: the line above a section on a till roll: none, plain, or with words in it. */
export type Section = { name: SectionName; rule: string | null; blocks: Block[] }

export type SectionName =
  | 'seller'
  | 'title'
  | 'notice'
  | 'message'
  | 'buyer'
  | 'items'
  | 'totals'
  | 'taxes'
  | 'authority'
  | 'till'
  | 'footer'

export type Block =
  | { kind: 'logo'; text: string }
  | { kind: 'text'; text: string; weight: Weight }
  | { kind: 'big'; text: string }
  | { kind: 'pair'; left: string; right: string; weight: Weight }
  | ItemBlock
  | { kind: 'taxTable'; head: TaxRow; rows: TaxRow[] }
  | { kind: 'code'; label: string; value: string }
  | { kind: 'qr'; url: string }

export type Weight = 'normal' | 'strong' | 'title'

/** `quantity` includes its unit; `discount` is the text under the line. */
export type ItemBlock = {
  kind: 'item'
  name: string
  quantity: string
  unitPrice: string
  amount: string
  discount: { label: string; amount: string } | null
}

export type TaxRow = { rate: string; taxable: string; tax: string }

/** Addresses where the public verifies a receipt (`authority §1.1`). A profile may have another one. */
export const verificationBases = {
  sandbox: 'https://etims-sbx.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=',
  production: 'https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=',
} as const

/** Builds a receipt's content (`authority §4.2` to `§4.5`). Texts are unchanged; the renderers sanitise them. */
export function buildReceipt(input: ReceiptInput): ReceiptModel {
  const fiscal = 'fiscal' in input.life ? input.life.fiscal : null
  const sections: Section[] = [
    section('seller', sellerBlocks(input, fiscal !== null)),
    section('title', [text(titleOf(input), 'title')]),
    section('notice', noticeBlocks(input)),
    section('message', input.seller.header ? [text(input.seller.header)] : []),
    section('buyer', buyerBlocks(input)),
    section(
      'items',
      input.lines.map((line) => itemBlock(line, input.document)),
      '',
    ),
    section('totals', totalBlocks(input), ''),
    section('taxes', [taxTable(input)], ''),
    section('authority', fiscal ? authorityBlocks(input, fiscal) : [], 'SCU INFORMATION'),
    section('till', tillBlocks(input), 'TIS INFORMATION'),
    section('footer', [...footerBlocks(input), ...sandboxMark(input)]),
  ]
  return {
    title: titleOf(input),
    number: input.till.number,
    sections: sections.filter(({ blocks }) => blocks.length > 0),
  }
}

/** The address in the QR code: PIN, branch and signature, 29 characters without separators (`authority §4.5`). */
function verificationUrl({ seller, verificationBase }: ReceiptInput, { signature }: FiscalData): string {
  return `${verificationBase}${seller.pin}${seller.branch}${signature}`
}

/** True for a document that the authority has not accepted. */
const isSlip = ({ kind }: ReceiptInput['life']) => kind === 'awaiting' || kind === 'withdrawn'

const notOfficial = 'THIS IS NOT AN OFFICIAL RECEIPT'

function titleOf({ document, life }: ReceiptInput): string {
  const sale = document === 'sale'
  if (isSlip(life)) return sale ? 'SALE SLIP' : 'CREDIT NOTE SLIP'
  if (life.kind === 'proforma') return 'PROFORMA INVOICE'
  if (life.kind === 'training') return sale ? 'TRAINING SALE' : 'TRAINING CREDIT NOTE'
  const title = sale ? 'TAX INVOICE' : 'CREDIT NOTE'
  return life.kind === 'unsigned' ? `${title} (UNSIGNED)` : title
}

function sellerBlocks({ seller }: ReceiptInput, signed: boolean): Block[] {
  return [
    ...(signed ? [{ kind: 'logo', text: 'KRA eTIMS' } as const] : []),
    text(seller.name, 'strong'),
    ...seller.address.map((line) => text(line)),
    ...(seller.phone ? [text(`Tel: ${seller.phone}`)] : []),
    text(`PIN: ${seller.pin}`),
  ]
}

function noticeBlocks(input: ReceiptInput): Block[] {
  return [...sandboxMark(input), ...lifeBlocks(input), ...creditBlocks(input)]
}

function lifeBlocks({ document, life }: ReceiptInput): Block[] {
  const sale = document === 'sale'
  switch (life.kind) {
    case 'original':
      return []
    case 'copy':
      return [{ kind: 'big', text: 'COPY' }, text(notOfficial, 'strong'), text(`Copy number ${life.number}`)]
    case 'training':
    case 'proforma':
      return [
        { kind: 'big', text: life.kind === 'training' ? 'TRAINING' : 'PROFORMA' },
        text(notOfficial, 'strong'),
        text('HII SI RISITI RASMI', 'strong'),
        ...(life.copy === 0 ? [] : [text(`COPY ${life.copy}`, 'strong')]),
      ]
    case 'awaiting':
      return [
        text(sale ? 'NOT A TAX INVOICE YET' : 'NOT AN OFFICIAL CREDIT NOTE YET', 'strong'),
        text(
          life.rejected
            ? `Saved here. ${authorityName} has not signed it: the shop must fix it first. Ask for the signed receipt.`
            : `Saved here, awaiting the ${authorityName} signature. Ask for the signed receipt.`,
        ),
        text(sale ? 'BADO SI ANKARA YA KODI' : 'BADO SI HATI RASMI YA MAREJESHO', 'strong'),
        text(
          life.rejected
            ? `Imehifadhiwa hapa. ${authorityName} haijaisaini: duka lazima lirekebishe kwanza. Omba risiti yenye saini.`
            : `Imehifadhiwa hapa, inasubiri saini ya ${authorityName}. Omba risiti yenye saini.`,
        ),
      ]
    case 'withdrawn':
      return [
        text(sale ? 'CANCELLED - NOT A TAX INVOICE' : 'CANCELLED - NOT A CREDIT NOTE', 'strong'),
        text('This document was cancelled by the shop and is not valid.'),
        text(sale ? 'IMEGHAIRIWA - SI ANKARA YA KODI' : 'IMEGHAIRIWA - SI HATI YA MAREJESHO', 'strong'),
        text('Hati hii imeghairiwa na duka na si halali.'),
      ]
    case 'unsigned':
      return [
        text('SIGNATURE NOT RECEIVED', 'strong'),
        text(
          `${authorityName} accepted this document as number ${life.authorityNumber}, but its signature did not reach this till. Ask for the signed receipt.`,
        ),
        text('SAINI HAIJAPOKELEWA', 'strong'),
        text(
          `${authorityName} imekubali hati hii kwa nambari ${life.authorityNumber}, lakini saini yake haijafika hapa. Omba risiti yenye saini.`,
        ),
      ]
  }
}

function creditBlocks({ credits, life }: ReceiptInput): Block[] {
  if (!credits) return []
  const isOfficial = !isSlip(life) && life.kind !== 'training'
  return [
    credits.cuInvoiceNumber
      ? text(`ORIGINAL CU INVOICE NO.#: ${credits.cuInvoiceNumber}`, 'strong')
      : text(`ORIGINAL RECEIPT NO.: ${credits.tillNumber}`, 'strong'),
    ...(isOfficial ? [text('CREDIT NOTE IS APPROVED ONLY FOR ORIGINAL SALES RECEIPT')] : []),
    text(`Reason: ${credits.reason}`),
  ]
}

function sandboxMark({ environment }: ReceiptInput): Block[] {
  return environment === 'sandbox' ? [text('SANDBOX - NOT A REAL RECEIPT', 'strong')] : []
}

function buyerBlocks({ buyer }: ReceiptInput): Block[] {
  return [
    ...(buyer?.pin ? [text(`Buyer PIN: ${buyer.pin}`)] : []),
    ...(buyer?.name ? [text(`Buyer: ${buyer.name}`)] : []),
  ]
}

/** A credit note returns the price paid, so its line shows the price after the discount. */
function itemBlock(line: ReceiptLine, document: ReceiptInput['document']): ItemBlock {
  const credit = document === 'creditNote'
  const net = line.gross - line.discount
  const amount = credit ? -net : line.gross
  const unitPrice = credit && line.discount > 0 ? scale(net, 100, line.quantity) : line.unitPrice
  const discounted = !credit && line.discount > 0
  const percent = discounted ? formatQuantity(scale(line.discount, 10_000, line.gross)) : ''
  return {
    kind: 'item',
    name: line.service ? `${line.name} (service)` : line.name,
    quantity: quantityOf(line),
    unitPrice: formatMoney(credit ? -unitPrice : unitPrice),
    amount: `${formatMoney(amount)}${taxSuffix(line.taxType)}`,
    discount: discounted
      ? { label: `Discount ${percent}%`, amount: `(${formatMoney(line.discount)})` }
      : null,
  }
}

function quantityOf({ quantity, unit }: ReceiptLine): string {
  const pieces = unit === 'U' || unit === 'NO'
  return pieces ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${unitSign(unit)}`
}

function totalBlocks(input: ReceiptInput): Block[] {
  const money = moneyOf(input)
  const { tenders, rounding, change, paymentChangedAt, lines, document } = input
  return [
    ...(document === 'sale' ? saleTotals(input) : creditTotals(input)),
    ...tenders.map(({ label, amount }) => pair(label, money(amount))),
    ...(rounding === 0 ? [] : [pair('ROUNDING', money(rounding))]),
    ...(change > 0 ? [pair('CHANGE', money(change))] : []),
    ...(paymentChangedAt === null
      ? []
      : [
          pair(
            'PAYMENT CORRECTED',
            `${toPaperDate(paymentChangedAt)} ${toPaperTime(paymentChangedAt).slice(0, 5)}`,
          ),
        ]),
    pair('ITEMS NUMBER', String(lines.length)),
  ]
}

function saleTotals({ totals }: ReceiptInput): Block[] {
  return [
    pair('TOTAL BEFORE DISCOUNT', formatMoney(totals.gross)),
    pair('TOTAL DISCOUNT AWARDED', `(${formatMoney(totals.discount)})`),
    pair(`TOTAL ${taxLabel('A', totals.rates)}`, formatMoney(totals.buckets.A.taxable)),
    pair('SUB TOTAL', formatMoney(totals.taxable)),
    pair('VAT', formatMoney(totals.tax)),
    pair('TOTAL', formatMoney(totals.total), 'title'),
  ]
}

/** `TOTAL B-16.00%` includes the tax, so that these rows sum up to the total. */
function creditTotals(input: ReceiptInput): Block[] {
  const money = moneyOf(input)
  const { buckets, rates, total, tax } = input.totals
  const used = taxTypes.filter((type) => buckets[type].taxable !== 0)
  return [
    pair('TOTAL', money(total), 'title'),
    ...used.flatMap((type) => [
      pair(`TOTAL ${taxLabel(type, rates)}`, money(buckets[type].taxable + buckets[type].tax)),
      ...(rates[type] > 0 ? [pair(`TOTAL TAX ${type}`, money(buckets[type].tax))] : []),
    ]),
    pair('TOTAL TAX', money(tax)),
  ]
}

function taxTable(input: ReceiptInput): Block {
  const money = moneyOf(input)
  const { buckets, rates } = input.totals
  return {
    kind: 'taxTable',
    head: { rate: 'RATE', taxable: 'TAXABLE', tax: 'VAT' },
    rows: taxTypes.map((type) => ({
      rate: taxLabel(type, rates),
      taxable: money(buckets[type].taxable),
      tax: money(buckets[type].tax),
    })),
  }
}

function authorityBlocks(input: ReceiptInput, fiscal: FiscalData): Block[] {
  const { scuId, receiptNumber, totalReceiptNumber, internalData, signature, signedAt } = fiscal
  const time = parseWireDateTime(signedAt)
  return [
    time === null ? text(`Date: ${signedAt}`) : dateAndTime(time),
    text(`SCU ID: ${scuId}`),
    text(`CU INVOICE NO.: ${scuId}/${receiptNumber}`),
    text(`RECEIPT COUNTER: ${receiptNumber}/${totalReceiptNumber} ${receiptLabel(input)}`),
    { kind: 'code', label: 'Internal Data:', value: inFours(internalData) },
    { kind: 'code', label: 'Receipt Signature:', value: inFours(signature) },
    { kind: 'qr', url: verificationUrl(input, fiscal) },
  ]
}

/** Normal and copy, of a sale and of a credit note (`authority §4.1`). */
function receiptLabel({ life, document }: ReceiptInput): string {
  return `${life.kind === 'copy' ? 'C' : 'N'}${document === 'sale' ? 'S' : 'C'}`
}

function tillBlocks({ till }: ReceiptInput): Block[] {
  return [
    text(`Receipt No: ${till.number}`),
    dateAndTime(till.issuedAt),
    pair(`Till: ${till.name}`, `Cashier: ${till.cashier}`),
  ]
}

function footerBlocks({ seller }: ReceiptInput): Block[] {
  return seller.footer ? [text(seller.footer)] : []
}

function section(name: SectionName, blocks: Block[], rule: string | null = null): Section {
  return { name, rule, blocks }
}

function text(content: string, weight: Weight = 'normal'): Block {
  return { kind: 'text', text: content, weight }
}

function pair(left: string, right: string, weight: Weight = 'normal'): Block {
  return { kind: 'pair', left, right, weight }
}

function dateAndTime(time: number): Block {
  return pair(`Date: ${toPaperDate(time)}`, `Time: ${toPaperTime(time)}`)
}

/** On a credit note every amount is negative (`authority §4.4`). */
function moneyOf({ document }: ReceiptInput): (cents: number) => string {
  return (cents) => formatMoney(document === 'sale' ? cents : -cents)
}

/** Adds a dash after every fourth character (`authority §4.3` no. 12). */
function inFours(code: string): string {
  return code.match(/.{1,4}/gs)?.join('-') ?? ''
}
