/** A shop's list of goods comes out of a spreadsheet: what would become of each row is said first. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ask, choose, demo, goTo, row } from './steps.ts'
import { expect, test } from './till.ts'

const chooseFile = async (page: Page, button: string, name: string, content: string | Buffer) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}
const named = async (page: Page, text: string) => (await ask(page, 'item.list', { text })).items

test('a list is checked, corrected, imported, and changes nothing the second time', async ({
  demoTill: till,
}) => {
  const { page } = till
  const before = (await ask(page, 'item.list', {})).total
  await goTo(page, 'Items')
  await page.getByRole('button', { name: 'Import list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import items' })

  await chooseFile(page, 'Choose file', 'goods.xlsx', Buffer.from([0x50, 0x4b, 3, 4]))
  await expect(dialog.getByRole('alert')).toContainText('Save it as XLSX without a password, or as CSV')

  const faults = dialog.getByRole('region', { name: 'Rows that can’t be imported' }).getByRole('listitem')
  const list = `Bidhaa,What it costs,VAT,Barcode,Idadi
Mahamri (mandazi),10,A,6009880000014,40
Kaimati,30,,6009880000021,
${demo.bread.name},"12,5,0",A,${demo.bread.code},
Maji 500 ml,50,,,
Sukari 1 kg,160,0%,,5
Chapati,20,A,6009880000014,
`
  await chooseFile(page, 'Choose file', 'goods.csv', `\ufeff${list}`)
  await expect(dialog.getByText('6 rows', { exact: true })).toBeVisible()
  await expect(dialog.getByText('1 changed, 5 can’t be imported')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import 1 item' })).toBeEnabled()
  await choose(page, 'Price, with VAT', 'What it costs')
  await expect(dialog.getByText('Row 2: 10.00', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Row 2: A exempt', { exact: true })).toBeVisible()
  await expect(faults).toHaveText([
    /^Row 3Kaimati, and row 5Enter A \(exempt\), .* Or choose the letter in this window before you import\.$/,
    /^Row 4.*“12,5,0”: Enter a price, such as 65 or 65\.50\./,
    /^Row 6Sukari 1 kg“0%”: Enter A/,
    /^Row 7Chapati.*Row 2 is the same item\./,
  ])
  await choose(page, 'Tax letter of new items', 'B 16 %')
  await choose(page, '“0%”', 'C zero rated')
  await expect(faults).toHaveCount(2)
  await expect(dialog.getByText('Preview: nothing imported yet. 4 new, 2 can’t be imported.')).toBeVisible()
  expect((await ask(page, 'item.list', {})).total).toBe(before)

  // Nothing is imported before the class of what is new is said.
  await expect(dialog.getByRole('button', { name: 'Choose KRA categories first' })).toBeDisabled()
  await page.keyboard.press('F9')
  await choose(page, 'KRA category: No category', 'Doughnuts and mandazi')
  await expect(dialog.getByRole('button', { name: 'Import 4 items' })).toBeEnabled()
  await page.keyboard.press('F9')
  await expect(dialog.getByText(/^Imported: 4 new, 2 can’t be imported\./)).toBeVisible()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save these rows as a file' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('goods - to correct.csv')
  expect(readFileSync(await saved.path(), 'utf8')).toBe(
    [
      '\ufeffBidhaa,What it costs,VAT,Barcode,Idadi,Reason',
      `${demo.bread.name},"12,5,0",A,${demo.bread.code},,"“12,5,0”: Enter a price, such as 65 or 65.50."`,
      'Chapati,20,A,6009880000014,,"Row 2 is the same item. Keep one row, or give each a code or a barcode."',
      '',
    ].join('\r\n'),
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await named(page, 'Sukari 1 kg')).toMatchObject([{ taxType: 'C' }])
  expect(await named(page, 'Mahamri')).toMatchObject([
    { price: 1000, taxType: 'A', barcode: '6009880000014', onHand: 4000 },
  ])
  expect(await named(page, 'Kaimati')).toMatchObject([{ price: 3000, taxType: 'B', onHand: 0 }])
  expect((await ask(page, 'item.list', {})).total).toBe(before + 4)

  await page.getByRole('button', { name: 'Import list' }).click()
  await chooseFile(page, 'Choose file', 'prices.csv', 'Barcode;Price\n6009880000014;12\n6009880000021;30\n')
  await expect(dialog.getByRole('listitem')).toHaveText([/^Row 2Mahamri \(mandazi\)10\.00 → 12\.00$/])
  await page.getByRole('button', { name: 'Import 1 item' }).click()
  await expect(dialog.getByText(/^Imported: 1 changed, 1 unchanged\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await named(page, 'Mahamri')).toMatchObject([{ price: 1200, taxType: 'A', onHand: 4000 }])

  // What is exported changes nothing when it is imported again.
  const exporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export: Items' })).toBeVisible()
  await page.keyboard.press('F9')
  const exported = await exporting
  expect(exported.suggestedFilename()).toMatch(/^Items \d{8}\.xlsx$/)
  await page.getByRole('button', { name: 'Import list' }).click()
  await chooseFile(page, 'Choose file', 'items.xlsx', readFileSync(await exported.path()))
  await expect(dialog.getByText(`Preview: nothing imported yet. ${before + 4} unchanged.`)).toBeVisible()
})

test('a long list can be stopped, and continues where it was when it is imported again', async ({
  demoTill: till,
}) => {
  const { page } = till
  await goTo(page, 'Items')
  const dialog = page.getByRole('dialog', { name: 'Import items' })
  // Each as long as the others: a search finds also what only begins so.
  const nameOf = (index: number) => `Kitu namba ${100 + index}`
  const rows = Array.from({ length: 120 }, (_, index) => `${nameOf(index)},${10 + index},B,5`)
  const bring = async () => {
    await page.getByRole('button', { name: 'Import list' }).click()
    await chooseFile(page, 'Choose file', 'goods.csv', ['Name,Price,Tax,Stock', ...rows].join('\n'))
  }
  // The person stops while the second part is on its way; that part is stored too.
  const parts: number[] = []
  const second = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  await page.route('**/bridge/call', async (route) => {
    const { name, input } = route.request().postDataJSON()
    if (name === 'item.importRows' && !input.check && parts.push(input.rows.length) === 2) {
      second.resolve()
      await stopped.promise
    }
    await route.continue()
  })
  await bring()
  await choose(page, 'KRA category of all others', 'Search for another')
  await page.getByLabel('Search by name or number').fill('bar soap')
  await page.getByRole('button', { name: /^Bar soap/ }).click()
  await dialog.getByRole('button', { name: 'Import 120 items' }).click()
  await second.promise
  const [first = 0, last = 0] = parts
  const stored = first + last
  await expect(dialog.getByText(`Importing row ${first} of 120 …`)).toBeVisible()
  await page.keyboard.press('Escape')
  stopped.resolve()
  await expect(
    dialog.getByText(new RegExp(`^Stopped: ${stored} new\\..*Import the same list again to continue`)),
  ).toBeVisible()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await named(page, nameOf(stored - 1))).toMatchObject([{ price: (9 + stored) * 100, onHand: 500 }])
  expect(await named(page, nameOf(stored))).toEqual([])

  await bring()
  await choose(page, 'KRA category of all others', 'Search for another')
  await page.getByLabel('Search by name or number').fill('bar soap')
  await page.getByRole('button', { name: /^Bar soap/ }).click()
  await dialog.getByRole('button', { name: `Import ${120 - stored} items` }).click()
  await expect(dialog.getByText(`Imported: ${120 - stored} new, ${stored} unchanged.`)).toBeVisible()
  expect(await named(page, nameOf(stored - 1))).toMatchObject([{ onHand: 500 }])
  await page.keyboard.press('Escape')

  // The list goes to an item that is beyond its first page, while the form asks for the next one.
  await page.keyboard.press('F4')
  await page.getByLabel('Name', { exact: true }).fill('Zulia')
  await page.getByLabel('Price', { exact: true }).fill('900')
  await page.getByLabel('In stock now').fill('1')
  const letter = page.getByRole('button', { name: /Tax letter$/ })
  await expect(letter).toContainText('Choose')
  await choose(page, 'KRA category', 'Search for another')
  await page.getByLabel('Search by name or number').fill('bar soap')
  await page.getByRole('button', { name: /^Bar soap/ }).click()
  await expect(letter).toContainText('B 16 %')
  await expect(page.getByText('KRA lists “Bar soap” under this letter. Check it.')).toBeVisible()
  await page.keyboard.press('Shift+F9')
  const made = row(page, 'Zulia')
  await expect(made).toHaveAttribute('aria-selected', 'true')
  await expect(made).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(letter).toContainText('B 16 %')
  await expect(page.getByText(/^As for the item before\. Check it/)).toBeVisible()
  expect(await named(page, 'Zulia')).toMatchObject([{ taxType: 'B', price: 90000 }])
})
