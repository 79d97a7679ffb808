/** Labels for a whole shop: each barcode is read from the printed page by a decoder that is not ours. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { checkDigit } from '../../core/fiscal/barcode.ts'
import { repository } from '../support/process.ts'
import { ask, catchPrints, demo, expectEqualStock, goTo, importGoods, row, scan, soapClass } from './steps.ts'
import { expect, test } from './till.ts'

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(repository('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'))
      .buffer as ArrayBuffer,
  },
})

/** Goods with barcodes of each kind, and without one. */
const goods = Array.from({ length: 40 }, (_, index) => {
  const digits = String(9_611_000 + index)
  const barcodes = [`${digits}${checkDigit(digits)}`, `MJ-${index}/a`, undefined, `40063813${index}`]
  return {
    name: `Label goods ${index}`,
    barcode: barcodes[index % 4],
    price: 150_00 + index,
    taxType: 'B' as const,
    opening: 1_25 + index,
  }
})

interface Label {
  code: string
  left: number
  top: number
  right: number
  bottom: number
}

/** How much larger than on paper the page is drawn: a screen has fewer dots. */
const zoom = 3

/** Draws the page of the print dialogue over the window. Returns its labels by sheet. */
const showPrinted = (page: Page) =>
  page.evaluate((zoom): Label[][] => {
    const frame = document.querySelector<HTMLIFrameElement>('.receipt-printer')!
    const inside = frame.contentDocument!
    inside.body.style.zoom = String(zoom)
    inside.body.style.margin = '0'
    frame.style.cssText =
      'position: fixed; inset: 0; z-index: 99; visibility: visible; width: 100vw; height: 100vh'
    return [...inside.querySelectorAll('section')].map((sheet) => {
      const { top: above } = sheet.getBoundingClientRect()
      return [...sheet.querySelectorAll(':scope > div')].map((label) => {
        const { left, top, right, bottom } = label.getBoundingClientRect()
        const code = label.querySelector('.code')?.textContent ?? ''
        return { code, left, right, top: top - above, bottom: bottom - above }
      })
    })
  }, zoom)

/** Returns what the decoder reads in each label of a sheet. */
async function readSheet(page: Page, index: number, labels: readonly Label[]) {
  await page.evaluate((index) => {
    const inside = document.querySelector<HTMLIFrameElement>('.receipt-printer')!.contentDocument!
    inside.querySelectorAll('section')[index]!.scrollIntoView()
  }, index)
  const found = await readBarcodes(await page.screenshot(), {
    formats: ['EAN13', 'EAN8', 'Code128'],
    maxNumberOfSymbols: 255,
    tryRotate: false,
    tryInvert: false,
  })
  return labels.map(({ left, top, right, bottom }) =>
    found
      .filter(({ position: { topLeft, bottomRight } }) => {
        const [x, y] = [(topLeft.x + bottomRight.x) / 2, (topLeft.y + bottomRight.y) / 2]
        return x > left && x < right && y > top && y < bottom
      })
      .map(({ text }) => text),
  )
}

test('labels of a whole shop, each with a barcode that scanners read', async ({ demoTill: till }) => {
  const { page } = till
  const { keyboard } = page
  await importGoods(page, soapClass, goods)
  await catchPrints(page)
  await goTo(page, 'Items')
  // A search chooses some, a scan adds one more.
  await page.getByRole('searchbox').fill('Label goods 3')
  await expect(row(page, 'Label goods 39')).toBeVisible()
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Labels' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Labels' })).toBeVisible()
  await expect(row(page, 'Label goods 39')).toBeVisible()
  await scan(page, demo.bread.code)
  await expect(page.getByRole('textbox', { name: `Labels of ${demo.bread.name}` })).toHaveValue('1')
  await page.getByRole('button', { name: 'All items' }).press('Enter')
  // Only items of the list get barcodes, so all must be there first.
  await expect(page.getByText(/^1\d\d labels/)).toBeVisible()
  await page.getByRole('button', { name: 'Give barcodes' }).press('Enter')
  await expect(page.getByText('items have a barcode now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give barcodes' })).toBeHidden()
  await page.getByRole('button', { name: 'Label size' }).press('Enter')
  await page.getByRole('option', { name: '65 labels' }).press('Enter')
  await page.getByLabel('First free label', { exact: true }).fill('4')
  await keyboard.press('F7')
  await expect(page.getByText('Sent to the printer.')).toBeVisible()

  const { items } = await ask(page, 'item.list', { filter: 'all', limit: 200 })
  expect(items.length).toBeGreaterThan(100)
  await page.setViewportSize({ width: 2382, height: 3368 })
  const sheets = await showPrinted(page)
  const codes = sheets.flat().map(({ code }) => code)
  expect(codes.toSorted()).toEqual(items.map(({ barcode, code }) => barcode ?? code).toSorted())
  for (const [index, labels] of sheets.entries())
    expect(await readSheet(page, index, labels)).toEqual(labels.map(({ code }) => [code]))
  await expectEqualStock(till)
})
