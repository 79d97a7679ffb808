/**
 * Exported items go through LibreOffice and back: only what a person edits there changes. This is the one program that a
 * machine may lack. Without it these tests are skipped.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Item } from '../../../core/contract/item.ts'
import { columnsOf, readList } from '../../../renderer/screens/items/import/itemList.ts'
import { readFile } from '../../../renderer/screens/items/import/readFile.ts'
import { itemFields } from '../../../renderer/screens/items/itemFields.ts'
import { type Format, spreadsheet } from '../../../renderer/window/exporting/spreadsheet.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { bring, type Rows } from './importing.ts'

const isInstalled = spawnSync('soffice', ['--version']).status === 0

const bread = { taxType: 'B', price: 70_00 } as const
/** Zeros in front, decimals, Kiswahili, and texts that a spreadsheet would calculate. */
const goods: Rows = [
  {
    ...bread,
    code: '00106',
    name: 'Maziwa ya ng’ombe, “fresh”',
    barcode: '0012345678905',
    category: 'Vyakula',
  },
  {
    ...bread,
    name: 'Sukari (kilo)',
    secondName: 'Sugar',
    quantityUnit: 'KG',
    lowStock: 2_50,
    price: 1250_50,
  },
  { ...bread, name: '=Mandazi', secondName: '-Maandazi', barcode: '036000291452', lowStock: 3_00, price: 0 },
  { ...bread, name: 'Unga wa ngano; kg 2', barcode: '000123', category: '@Soko', price: 1_000_000_00 },
  { ...bread, name: '3-4', secondName: 'Nusu (1/2)', lowStock: 1000_00 },
  { ...bread, name: 'Ukarabati', type: '3', price: 99_95 },
]

interface Saved {
  /** As LibreOffice names it, with the options of its filter. */
  to: string
  /** How it reads a CSV file. */
  reading?: string
  /** Its decimals have a point or a comma. */
  locale?: 'en-US' | 'de-DE'
}

let saved = 0
/** Opens a file in LibreOffice and saves it as another beside it. Returns the path of that. */
const saveAs = (file: string, { to, reading, locale = 'en-US' }: Saved): string => {
  const folder = dirname(file)
  const home = join(folder, `home-${locale}`)
  mkdirSync(join(home, 'user'), { recursive: true })
  writeFileSync(
    join(home, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">
      <item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">
      <value>${locale}</value></prop></item></oor:items>`,
  )
  saved += 1
  const ending = to.split(':')[0] ?? ''
  const opened = join(folder, `${saved}${extname(file)}`)
  copyFileSync(file, opened)
  const flags = ['--headless', `-env:UserInstallation=file://${home}`]
  const filter = reading === undefined ? [] : [`--infilter=${reading}`]
  execFileSync(
    'soffice',
    [...flags, ...filter, '--convert-to', to, '--outdir', join(folder, 'saved'), opened],
    {
      stdio: 'pipe',
    },
  )
  const made = join(folder, `${saved}-saved.${ending}`)
  renameSync(join(folder, 'saved', `${saved}.${ending}`), made)
  return made
}

/** Changes a cell that says `from`, in LibreOffice's own format, and saves the list as a workbook again. */
const edit = (file: string, from: string, to: string): string => {
  const flat = saveAs(file, { to: 'fods' })
  const before = readFileSync(flat, 'utf8')
  const after = before.replace(`<text:p>${from}</text:p>`, `<text:p>${to}</text:p>`)
  expect(after).not.toBe(before)
  writeFileSync(flat, after)
  return saveAs(flat, { to: 'xlsx' })
}

/** The delimiter, quotation marks, UTF-8, from the first line; then each cell as it is shown. */
const shownCsv = (delimiter: ',' | ';') =>
  `csv:Text - txt - csv (StarCalc):${delimiter.charCodeAt(0)},34,76,1,,0,false,true`
/** In the order of the columns: 2 is text, 1 is what LibreOffice takes it for. */
const withTexts = `CSV:44,34,76,1,${itemFields()
  .map(({ kind }, index) => `${index + 1}/${kind === 'text' ? 2 : 1}`)
  .join('/')}`

const ways: [string, Format, (file: string) => string][] = [
  ['CSV, whose texts are read as texts', 'csv', (file) => saveAs(file, { to: 'xlsx', reading: withTexts })],
  ['CSV as it is opened first', 'csv', (file) => saveAs(file, { to: 'xlsx', reading: 'CSV:44,34,76,1' })],
  ['a workbook saved as CSV', 'xlsx', (file) => saveAs(file, { to: shownCsv(',') })],
  [
    'a workbook saved as CSV with decimal commas',
    'xlsx',
    (file) => saveAs(file, { to: shownCsv(';'), locale: 'de-DE' }),
  ],
]

describe.skipIf(!isInstalled)('through LibreOffice (skipped where soffice is not installed)', () => {
  const items = async (shop: Shop): Promise<Item[]> => (await shop.call('item.list', { limit: 100 })).items

  /** As the import of the screen reads it. */
  const rowsOf = async (file: string): Promise<Rows> => {
    const table = await readFile(new Uint8Array(readFileSync(file)))
    if ('kind' in table) throw new Error(table.kind)
    const { rows, faults } = readList(table, columnsOf(table.headings))
    expect(faults).toEqual([])
    return rows.map(({ row }) => row)
  }

  test('nothing is lost, and only what was edited changes', async () => {
    const folder = temporaryFolder()
    onTestFinished(() => folder.remove())
    const shop = await openShop()
    await bring(shop, goods, { requestId: 'first-goods' })
    await shop.settled()
    const before = await items(shop)
    expect(before).toHaveLength(goods.length)
    const files = {} as Record<Format, string>
    for (const format of ['xlsx', 'csv'] as const) {
      files[format] = join(folder.path, `items.${format}`)
      const file = await spreadsheet([before], { fields: itemFields(), title: 'Items', format })
      writeFileSync(files[format], new Uint8Array(await file.arrayBuffer()))
    }
    const unchanged = goods.map(() => ({ outcome: 'same' }))
    for (const [way, format, through] of ways) {
      const rows = await rowsOf(through(files[format]))
      expect(await bring(shop, rows, { requestId: `again ${way}`.slice(0, 64) }), way).toEqual(unchanged)
      expect(await items(shop), way).toEqual(before)
    }

    const rows = await rowsOf(edit(files.xlsx, 'Sukari (kilo)', 'Sukari ya Mumias'))
    const outcomes = await bring(shop, rows, { requestId: 'edited goods' })
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', ...Array(5).fill('same')])
    const edited = before.map((item) =>
      item.name === 'Sukari (kilo)'
        ? { ...item, name: 'Sukari ya Mumias', updatedAt: expect.any(Number) }
        : item,
    )
    await shop.settled()
    expect((await items(shop)).toSorted((a, b) => a.id - b.id)).toEqual(
      edited.toSorted((a, b) => a.id - b.id),
    )
  }, 600_000)
})
