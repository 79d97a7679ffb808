/** A list of items out of a file that a spreadsheet has written. Pure: prices in cents, quantities in hundredths. */
import { isReadable } from '../../../../core/contract/bounds.ts'
import type { Item } from '../../../../core/contract/item.ts'
import type { ImportRow } from '../../../../core/contract/itemImport.ts'
import { isValidGtin, spellings } from '../../../../core/fiscal/barcode.ts'
import { quantityUnits } from '../../../../core/fiscal/codes.ts'
import { parseMoney, parseQuantity } from '../../../../core/fiscal/money.ts'
import type { Table } from './table.ts'

/** The fields that a column can hold, in the order of the questions. */
export const listFields = [
  'name',
  'price',
  'taxType',
  'barcode',
  'category',
  'opening',
  'quantityUnit',
  'type',
  'lowStock',
  'code',
  'itemClass',
  'secondName',
] as const
export type ListField = (typeof listFields)[number]

/** Which column of the table holds what. */
export type Columns = Partial<Record<ListField, number>>

/** Words that may follow `price` in a heading: the currency, and that VAT is included. A price without VAT is no price. */
const currency = '( (kes|kshs?|kenya shillings))?'
const inclusive = '( (vat |tax )?inc(l|luded|luding|lusive)?( of)?( vat| tax)?)'
const priced = (words: string, vat = `${inclusive}?`): RegExp =>
  new RegExp(`^${words}${currency}${vat}${currency}$`)

/** How lists call it, in small letters and without signs; what says it most clearly first. */
const usualHeadings: Record<ListField, RegExp[]> = {
  name: [
    /^((item|product|goods|article|stock)? ?(name|title)|product service( full)? name|itemnm|jina|jina la bidhaa)$/,
    /^(items?|products?|goods|article|bidhaa)$/,
    /^((item|product|goods|stock|sales)? ?description|maelezo)$/,
  ],
  price: [
    priced('((regular|selling|sell|sales?|retail|unit|default) )?price', inclusive),
    priced(
      '((regular|selling|sell|retail) price|s ?p|s price|price ?sell|dftprc|bei ya (kuuza|kuuzia|rejareja))',
    ),
    priced('sales? price( rate)?'),
    priced('(((default|list) )?price|bei)'),
    // Beside another it may be what the goods cost.
    priced('unit price'),
  ],
  taxType: [
    /^((tax|vat)( ?(letter|type|code|class|group|rate|category|ty cd))?|taxtycd|kodi|herufi ya kodi|aina ya kodi)$/,
  ],
  barcode: [/^(bar ?code|ean|ean ?13|upc|gtin|bcd|scan code|msimbo ?pau)( ?(no|number))?$/],
  category: [/^((item |product )?categor(y|ies)|category name|group|department|dept|family|kundi|aina)$/],
  opening: [
    /^((opening|current|closing|in)? ?stock( ?(on hand|level|now|qty|quantity|balance))?|(qty|quantity) (in stock|on hand)|on ?hand|in stock now|stoki|iliyopo|idadi iliyopo)$/,
    /^((opening|current)? ?(qty|quantity|balance)|idadi)$/,
  ],
  quantityUnit: [/^(unit|units|uom|u m|unit of measure|sold by|quantity unit|qtyunitcd|kipimo)$/],
  type: [/^(type|item type|product type|kind|what it is|itemtycd|aina ya bidhaa)$/],
  lowStock: [
    /^(low( ?stock| ?at)?|min|minimum|re ?order( ?(level|point|at|pt min))?|min(imum)? ?(stock|qty)|stoki ndogo)$/,
  ],
  code: [
    /^(code|item ?code|product ?code|sku|plu|item ?no|item ?number|item ?id|internal reference|itemcd|nambari|msimbo)$/,
  ],
  secondName: [
    /^((second|other|local|kiswahili|swahili|sw) name|kiswahili|swahili|name (kiswahili|swahili|sw)|jina la (pili|kiswahili))$/,
  ],
  itemClass: [/^(class|item ?class|class code|unspsc|hs ?code|itemclscd|daraja)$/],
}

/** Without the name of a shop behind it; a question, such as `In stock?`, is answered with yes or no. */
const wordsOf = (heading: string): string =>
  heading.trim().endsWith('?')
    ? ''
    : heading
        .replace(/\[.*\]$/, '')
        .toLowerCase()
        .replace(/[^\p{L}\d]+/gu, ' ')
        .trim()

/** The column of each field, as far as the headings name it; of two equal headings, neither. */
export const columnsOf = (headings: readonly string[]): Columns => {
  const words = headings.map(wordsOf)
  const columns: Columns = {}
  for (const field of listFields) {
    const taken = Object.values(columns)
    for (const pattern of usualHeadings[field]) {
      const [first, ...others] = words.flatMap((word, at) =>
        !taken.includes(at) && pattern.test(word) ? at : [],
      )
      if (first === undefined) continue
      if (others.every((at) => words[at] !== words[first])) columns[field] = first
      break
    }
  }
  return columns
}

/** The error of a cell, as the key of its text: the form's own problems, and those of lists alone. */
type CellProblem =
  | 'name'
  | 'price'
  | 'taxType'
  | 'barcode'
  | 'opening'
  | 'lowStock'
  | 'code'
  | 'itemClass'
  | 'secondName'
  | 'quantityUnit'
  | 'type'
  | 'category'
  | 'barcodeRounded'

export interface ListFault {
  line: number
  /** The item's name in the row, so that a person can find it. */
  name: string
  /** `twice`: the row `first` is of the same item. */
  problem: CellProblem | 'twice'
  cell?: string
  first?: number
}

export interface ListedRow {
  line: number
  row: ImportRow
}

/** A comma before one or two figures is a decimal comma: thousands have three. */
const decimalPoint = (_: string, whole: string, fraction: string): string =>
  `${whole.replaceAll('.', '')}.${fraction}`

/** As spreadsheets show them: `KSh 1,250.00`, `120/-`, `24.000`, and with a decimal comma `1.250,50`. */
const bare = (cell: string): string =>
  cell
    .replace(/^(kes|kshs?)\.? ?/i, '')
    .replace(/ ?\/[-=]$/, '')
    .replace(/(\.\d{2})0+$/, '$1')
    .replace(/^(-?(?:\d{1,3}(?:\.\d{3})+|\d+)),(\d{1,2})$/, decimalPoint)

/** In a file with decimal commas `1.250` may mean 1250 or 1.25: the row is ambiguous. */
const money = (cell: string): number | null => (/\.\d{3}$/.test(cell) ? null : parseMoney(bare(cell)))

const notNegative = (value: number | null): number | null => (value !== null && value < 0 ? null : value)

const taxWords: [RegExp, Item['taxType']][] = [
  [/^(16( ?%)?|16\.0+ ?%|vat|vatable|standard( rated?)?|taxable)$/, 'B'],
  [/^(8( ?%)?|8\.0+ ?%)$/, 'E'],
  [/^(exempt(ed)?|msamaha)$/, 'A'],
  [/^(zero([ -]?rated?)?)$/, 'C'],
  [/^(non[ -]?vat(able)?|no vat|outside vat)$/, 'D'],
]

const typeWords: [RegExp, Item['type']][] = [
  [/^(1|raw|raw materials?|malighafi)$/, '1'],
  [
    /^(2|goods|products?|storable product|item|stock|finished( product)?|inventory( part| item)?|bidhaa)$/,
    '2',
  ],
  [/^(3|services?|huduma|labou?r|non[ -]?stock)$/, '3'],
]

const unitWords: [RegExp, string][] = [
  [/^(u|pcs?|pieces?|each|ea|units?|nos?|kipande|vipande)$/, 'U'],
  [/^(kgs?|kilos?|kilograms?|kilogrammes?)$/, 'KG'],
  [/^(l|lts?|ltrs?|lit(er|re)s?|lita)$/, 'L'],
  [/^(m|mtrs?|met(er|re)s?|mita)$/, 'M'],
]

const worded = <T>(words: [RegExp, T][], cell: string): T | null =>
  words.find(([pattern]) => pattern.test(cell.toLowerCase()))?.[1] ?? null

/** `VAT 16%`, `Tax Exempt`, `(16.00%)`: what they say of the tax. */
const saidOfTax = (text: string): Item['taxType'] | null => {
  const said = text.replace(/[^\p{L}\d.%]+/gu, ' ').trim()
  return worded(taxWords, said) ?? worded(taxWords, said.replace(/^(vat|tax) | (vat|tax)$/gi, ''))
}

/** Older fiscal printers called 16 % `A`: a letter counts only where what is written behind it does not say another. */
const letter = (cell: string): Item['taxType'] | null => {
  const [, found, rest = ''] = /^([A-E])\b(.*)$/i.exec(cell) ?? []
  if (found === undefined) return saidOfTax(cell)
  const named = found.toUpperCase() as Item['taxType']
  const said = saidOfTax(rest)
  const isTaxed = named === 'B' || named === 'E'
  return (said === null || said === named) && !(isTaxed && /\b0(\.0+)? ?%/.test(rest)) ? named : null
}

/** A code of the authority as it is: `NO` is no word for a piece. */
const unit = (cell: string): string | null =>
  quantityUnits.find(({ code }) => code === cell)?.code ??
  worded(unitWords, cell) ??
  (/^[A-Z\d]{1,5}$/i.test(cell) ? cell.toUpperCase() : null)

const matching =
  (pattern: RegExp) =>
  (cell: string): string | null =>
    pattern.test(cell) ? cell : null

const readable = (most: number) => (cell: string) => (cell.length <= most && isReadable(cell) ? cell : null)

/** A spreadsheet leaves out the zero in front of a barcode of twelve figures. */
const withZero = (barcode: string): string =>
  /^\d{11}$/.test(barcode) && isValidGtin(`0${barcode}`) ? `0${barcode}` : barcode

/** Returns the value of a cell, or null if it is not valid. */
export const readers: { [F in ListField]: (cell: string) => NonNullable<ImportRow[F]> | null } = {
  name: readable(100),
  price: (cell) => notNegative(money(cell)),
  taxType: letter,
  barcode: (cell) => matching(/^[\x21-\x7e]{1,20}$/)(withZero(cell.replace(/^'/, '').replaceAll(' ', ''))),
  category: readable(40),
  opening: (cell) => notNegative(parseQuantity(bare(cell))),
  quantityUnit: unit,
  type: (cell) => worded(typeWords, cell),
  lowStock: (cell) => notNegative(parseQuantity(bare(cell))),
  code: matching(/^[A-Za-z0-9._/-]{1,20}$/),
  itemClass: matching(/^\d{10}$/),
  secondName: readable(100),
}

/** A long number that the spreadsheet has shortened, as it shows it or as it saves that again: its last figures are lost. */
const isRounded = (cell: string): boolean =>
  /^\d([.,]\d+)?E\+?\d+$/i.test(cell) || (/^[1-9]\d{5}0{6,8}$/.test(cell) && !isValidGtin(cell))

type Cells = { row: ImportRow } | { problem: CellProblem; cell: string }

/** The letters that a person chose for texts of the tax column; the texts in small letters. */
export type Letters = Readonly<Record<string, Item['taxType']>>

const readRow = (cells: readonly string[], columns: Columns, letters: Letters): Cells => {
  const row: ImportRow = {}
  for (const field of listFields) {
    const cell = cells[columns[field] ?? -1] ?? ''
    if (cell === '') continue
    if ((field === 'barcode' || field === 'code') && isRounded(cell))
      return { problem: 'barcodeRounded', cell }
    const chosen = field === 'taxType' ? letters[cell.toLowerCase()] : undefined
    const value = chosen ?? readers[field](cell)
    if (value === null) return { problem: field, cell }
    Object.assign(row, { [field]: value })
  }
  return { row }
}

/** Finds rows that are of the item of a row before: the second would change what the first has said. */
const createTwins = () => {
  const byKey = new Map<string, number>()
  const byName = new Map<string, { line: number; barcode: boolean }[]>()
  const remember = (key: string, line: number): number | undefined => {
    const first = byKey.get(key)
    if (first === undefined) byKey.set(key, line)
    return first
  }
  return ({ line, row: { code, barcode, name } }: ListedRow): number | undefined => {
    const sameCode = code === undefined ? undefined : remember(`code ${code}`, line)
    const sameBarcode =
      barcode === undefined ? undefined : remember(`barcode ${spellings(barcode).toSorted().join()}`, line)
    const namesakes = byName.get((name ?? '').toLowerCase()) ?? []
    const namesake =
      name === undefined || code !== undefined
        ? undefined
        : namesakes.find((other) => barcode === undefined || !other.barcode)?.line
    if (name !== undefined)
      byName.set(name.toLowerCase(), [...namesakes, { line, barcode: barcode !== undefined }])
    return sameCode ?? sameBarcode ?? namesake
  }
}

/** The rows that can be taken, and why the others cannot. */
export const readList = (
  { rows }: Table,
  columns: Columns,
  letters: Letters = {},
): { rows: ListedRow[]; faults: ListFault[] } => {
  const taken: ListedRow[] = []
  const faults: ListFault[] = []
  const twinOf = createTwins()
  for (const { line, cells } of rows) {
    const name = cells[columns.name ?? columns.barcode ?? columns.code ?? 0] ?? ''
    const read = readRow(cells, columns, letters)
    if ('problem' in read) {
      faults.push({ line, name, ...read })
      continue
    }
    const listed = { line, row: read.row }
    const first = twinOf(listed)
    if (first === undefined) taken.push(listed)
    else faults.push({ line, name, problem: 'twice', first })
  }
  return { rows: taken, faults }
}
