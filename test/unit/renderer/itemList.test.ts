import { describe, expect, it } from 'vitest'
import { importRow } from '../../../core/contract/itemImport.ts'
import {
  columnsOf,
  type ListField,
  listFields,
  readList,
} from '../../../renderer/screens/items/import/itemList.ts'
import { readFile } from '../../../renderer/screens/items/import/readFile.ts'
import { readTable, type Table } from '../../../renderer/screens/items/import/table.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const tableOf = (bytes: Uint8Array): Table => {
  const table = readTable(bytes)
  if ('kind' in table) throw new Error(table.kind)
  return table
}
const listOf = (text: string) => {
  const table = tableOf(utf8(text))
  return readList(table, columnsOf(table.headings))
}
const rowsOf = (text: string) => listOf(text).rows.map(({ row }) => row)
const problemsOf = (text: string) => listOf(text).faults.map(({ line, problem }) => [line, problem])

describe('a file', () => {
  const rows = 'Jina,Bei\nMkate,65\n'

  it('is read however a spreadsheet has written it', () => {
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${rows.replaceAll(',', '\t')}`, 'utf16le'))
    for (const bytes of [
      utf8(rows),
      utf8(`\ufeff${rows}`),
      utf16,
      utf8(rows.replaceAll(',', ';')),
      utf8(rows.replaceAll('\n', '\r\n')),
    ]) {
      expect(tableOf(bytes)).toMatchObject({
        headings: ['Jina', 'Bei'],
        rows: [{ line: 2, cells: ['Mkate', '65'] }],
      })
    }
  })

  it('of before UTF-8 keeps its letters', () => {
    expect(
      tableOf(new Uint8Array([...utf8('Name,Price\nCaf'), 0xe9, ...utf8(',50')])).rows[0]?.cells[0],
    ).toBe('Café')
  })

  it('that is a damaged or old workbook, or holds nothing, says so', async () => {
    expect(await readFile(new Uint8Array([0x50, 0x4b, 3, 4]))).toEqual({ kind: 'workbook' })
    expect(readTable(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toEqual({ kind: 'workbook' })
    expect(readTable(utf8('Name,Price\n,\n\n'))).toEqual({ kind: 'empty' })
    expect(await readFile(new Uint8Array(9 * 1024 * 1024))).toEqual({ kind: 'tooLarge' })
  })

  it('with a cell that no list has is refused by its row, before the screen shows any of it', () => {
    const unclosed = `Name,Price\nSoap,5\n"${'Salt,5\n'.repeat(400_000)}`
    const long = `Name,Price\nSoap,5\n${'x'.repeat(3_000_000)},5\n`
    for (const text of [unclosed, long, `Name,Price\nSoap,5\n${','.repeat(3_000_000)}\n`]) {
      expect(readTable(utf8(text))).toEqual({ kind: 'longRow', line: 3 })
    }
    expect(readTable(utf8(`${'x'.repeat(3_000_000)},Price\nSoap,5\n`))).toEqual({ kind: 'longRow', line: 1 })
  })

  it('loses what cannot be seen, and a name of nothing else is none', () => {
    const invisible = ['\u200b', '\ue000', '\u{e0041}', '\u202e', '\u3164']
    expect(rowsOf(`Name,Price\nSo${invisible.slice(0, 4).join('')}ap,5\n`)).toMatchObject([{ name: 'Soap' }])
    expect(problemsOf('Name,Price\n\u3164,5\n')).toEqual([[2, 'name']])
  })

  it('may have empty lines, quotes and breaks in its cells; lines count as the spreadsheet shows them', () => {
    const table = tableOf(utf8('\nName,Price\n\n"Soap, ""blue""\nbar",10\n,\nSalt,5'))
    expect(table.rows).toEqual([
      { line: 4, cells: ['Soap, "blue" bar', '10'] },
      { line: 6, cells: ['Salt', '5'] },
    ])
  })
})

describe('headings', () => {
  it.each([
    ['Name,Price,Tax,Barcode,Category,Stock,Unit,Type,Low stock,Code,Class,Second name', [...listFields]],
    ['Name,Jina la Kiswahili,Price', ['name', 'secondName', 'price']],
    ['Item Name,Selling Price (KES),VAT,EAN-13,Department,Qty on hand,UOM', listFields.slice(0, 7)],
    ['Jina,Bei,Kodi,Barcode,Kundi,Idadi,Kipimo', listFields.slice(0, 7)],
    ['itemNm,dftPrc,taxTyCd,bcd,,,qtyUnitCd', ['name', 'price', 'taxType', 'barcode', 'quantityUnit']],
    ['SKU,Description,Buying price,Price', ['code', 'name', 'price']],
  ] as [string, ListField[]][])('%s', (line, fields) => {
    const headings = line.split(',')
    const columns = columnsOf(headings)
    expect(Object.keys(columns).toSorted()).toEqual(fields.toSorted())
    expect(new Set(Object.values(columns)).size).toBe(fields.length)
    if (line.startsWith('SKU')) expect(columns).toEqual({ code: 0, name: 1, price: 3 })
  })
})

describe('headings of other programs', () => {
  it.each([
    [
      'Loyverse',
      'Handle,SKU,Name,Category,Description,Sold by weight,Cost,Barcode,Track stock,Price [Duka],In stock [Duka],Low stock [Duka]',
      { code: 'SKU', name: 'Name', category: 'Category', barcode: 'Barcode', price: 'Price [Duka]' },
      { opening: 'In stock [Duka]', lowStock: 'Low stock [Duka]' },
    ],
    ['Loyverse, two shops', 'Name,Price [Duka],Price [Kiosk]', { name: 'Name' }, {}],
    [
      'Odoo',
      'Internal Reference,Name,Sales Price,Cost,Quantity On Hand,Forecasted Quantity,Barcode,Product Category,Unit of Measure',
      { code: 'Internal Reference', name: 'Name', price: 'Sales Price', category: 'Product Category' },
      { opening: 'Quantity On Hand', barcode: 'Barcode', quantityUnit: 'Unit of Measure' },
    ],
    [
      'QuickBooks',
      'Product/Service Name,Sales Description,SKU,Type,Sales Price / Rate,Purchase Cost,Quantity On Hand,Reorder Point',
      { name: 'Product/Service Name', code: 'SKU', type: 'Type', price: 'Sales Price / Rate' },
      { opening: 'Quantity On Hand', lowStock: 'Reorder Point' },
    ],
    [
      'uniCenta',
      'Barcode,Name,PriceBuy,PriceSell,Category,Tax,Stock',
      { name: 'Name', price: 'PriceSell', barcode: 'Barcode', category: 'Category' },
      { taxType: 'Tax', opening: 'Stock' },
    ],
    [
      'a web shop',
      'SKU,Name,In stock?,Stock,Sale price,Regular price',
      { code: 'SKU', name: 'Name', opening: 'Stock', price: 'Regular price' },
      {},
    ],
    [
      'a till',
      'ITEM NAME,B.PRICE,S.PRICE,QTY,VAT %',
      { name: 'ITEM NAME', price: 'S.PRICE', opening: 'QTY', taxType: 'VAT %' },
      {},
    ],
    ['cost first', 'Description,Name,Unit Price,Price', { name: 'Name', price: 'Price' }, {}],
    ['cost as price', 'Name,Price,Selling Price', { name: 'Name', price: 'Selling Price' }, {}],
    ['without VAT', 'Name,Price ex VAT,Price + VAT', { name: 'Name' }, {}],
    ['both', 'Name,Price,Price (inc. VAT)', { name: 'Name', price: 'Price (inc. VAT)' }, {}],
    [
      'sold',
      'Name,Price,Qty Sold,Closing Stock',
      { name: 'Name', price: 'Price', opening: 'Closing Stock' },
      {},
    ],
    [
      'Kiswahili',
      'Jina,Bei ya kununua,Bei ya kuuza (KSh)',
      { name: 'Jina', price: 'Bei ya kuuza (KSh)' },
      {},
    ],
  ] as [string, string, object, object][])('%s', (_, line, ...expected) => {
    const headings = line.split(',')
    const found = Object.entries(columnsOf(headings)).map(([field, at]) => [field, headings[at]])
    expect(Object.fromEntries(found)).toEqual({ ...expected[0], ...expected[1] })
  })
})

describe('rows', () => {
  it('are what the operation takes', () => {
    const list = `Name,Price,Tax,Barcode,Category,Stock,Unit,Type,Low stock,Code,Class
Bread 400 g,65,A - Exempt,6161100000017,Bakery,24.000,pcs,goods,5,BR-1,5059690800
Sugar,"KSh 1,250.50",16%,616 110 000 0024,Dry,"1,200",Kgs,,2.5,,
Delivery,300/-,vat,,,,,Huduma,,,
Gas,900,8%,,,,btl,,,,`
    const rows = rowsOf(list)
    for (const row of rows) expect(importRow.parse(row)).toEqual(row)
    expect(rows).toEqual([
      {
        name: 'Bread 400 g',
        price: 65_00,
        taxType: 'A',
        barcode: '6161100000017',
        category: 'Bakery',
        opening: 24_00,
        quantityUnit: 'U',
        type: '2',
        lowStock: 5_00,
        code: 'BR-1',
        itemClass: '5059690800',
      },
      {
        name: 'Sugar',
        price: 1_250_50,
        taxType: 'B',
        barcode: '6161100000024',
        category: 'Dry',
        opening: 1_200_00,
        quantityUnit: 'KG',
        lowStock: 2_50,
      },
      { name: 'Delivery', price: 300_00, taxType: 'B', type: '3' },
      { name: 'Gas', price: 900_00, taxType: 'E', quantityUnit: 'BTL' },
    ])
  })

  it('that cannot be so say which cell', () => {
    expect(
      problemsOf(`Name,Price,Tax,Barcode,Stock,Unit,Type,Code,Class
ok,1,B,,,,,,
${'x'.repeat(101)},1,B,,,,,,
a,"12,5,0",B,,,,,,
b,-1,B,,,,,,
c,1,0%,,,,,,
d,1,B,6.1611E+12,,,,,
e,1,B,äö,,,,,
f,1,B,,-3,,,,
g,1,B,,,bottle,,,
h,1,B,,,,thing,,
i,1,B,,,,,a b,
j,1,B,,,,,,50596908`),
    ).toEqual([
      [3, 'name'],
      [4, 'price'],
      [5, 'price'],
      [6, 'taxType'],
      [7, 'barcodeRounded'],
      [8, 'barcode'],
      [9, 'opening'],
      [10, 'quantityUnit'],
      [11, 'type'],
      [12, 'code'],
      [13, 'itemClass'],
    ])
  })

  it.each(['A 16%', 'A - VAT 16%', 'A (16.00%)', 'B 0%', 'B Exempt', 'C 8 %', '0%', '0.16'])(
    'whose tax says one thing and another, %s, are not guessed at',
    (cell) => expect(problemsOf(`Name,Price,Tax\nx,1,${cell}`)).toEqual([[2, 'taxType']]),
  )

  it.each([
    ['A exempt', 'A'],
    ['B 16 %', 'B'],
    ['B VAT 16%', 'B'],
    ['VAT (16%)', 'B'],
    ['16.00%', 'B'],
    ['Tax Exempt', 'A'],
    ['C zero rated', 'C'],
    ['D outside VAT', 'D'],
    ['E 8 %', 'E'],
    ['Non-VAT', 'D'],
  ])('whose tax is %s are of %s', (cell, letter) =>
    expect(rowsOf(`Name,Price,Tax\nx,1,${cell}`)).toMatchObject([{ taxType: letter }]),
  )

  it('get back the zero in front of a barcode that a spreadsheet leaves out', () => {
    expect(rowsOf('Name,Barcode\na,12345678905\nb,12345678906')).toMatchObject([
      { barcode: '012345678905' },
      { barcode: '12345678906' },
    ])
  })

  it.each([
    ['12,50', 12_50],
    ['1.250,50', 1250_50],
    ['1.000.000,00', 1_000_000_00],
    ['KSh 99,9', 99_90],
    ['1,250.50', 1250_50],
    ['1,250', 1250_00],
    ['1,250,000', 1_250_000_00],
  ])('have prices with a comma or a point before the cents: %s', (cell, price) =>
    expect(rowsOf(`Name;Price\na;${cell}`)).toMatchObject([{ price }]),
  )

  it('with a number that may be two are not guessed at', () => {
    expect(
      problemsOf(`Name;Price;Stock;Barcode
a;1.250;;
b;65.000;;
c;65.0000;;
d;1.25,5;;
e;1;1,2000;
f;1;1,200;
g;1;;6161100000000
h;1;;6161100000017`),
    ).toEqual([
      [2, 'price'],
      [3, 'price'],
      [5, 'price'],
      [6, 'opening'],
      [8, 'barcodeRounded'],
    ])
  })

  it('of one item are reported once: by code, by barcode, or by name where nothing else distinguishes them', () => {
    const list = `Name,Price,Barcode,Code
Milk,60,111111,
Milk,65,222222,
MILK,70,,
Soap,10,111111,
Salt,5,,S1
Salt,6,,S1
Tea,9,,
Tea,9,333333,`
    expect(listOf(list).faults).toEqual([
      { line: 4, name: 'MILK', problem: 'twice', first: 2 },
      { line: 5, name: 'Soap', problem: 'twice', first: 2 },
      { line: 7, name: 'Salt', problem: 'twice', first: 6 },
      { line: 9, name: 'Tea', problem: 'twice', first: 8 },
    ])
  })
})

it('a barcode with and without its zero in front is one item', () => {
  expect(problemsOf('Name,Price,Barcode\nSoda,60,036000291452\nSoda 300 ml,65,0036000291452')).toEqual([
    [3, 'twice'],
  ])
})
