/** A wrong list is imported and undone: the screen says before what comes back and what stays. */
import { readFileSync } from 'node:fs'
import { expectAccessible } from './inOrder.ts'
import { ask, choose, demo, goTo, row } from './steps.ts'
import { expect, test } from './till.ts'

test('an imported list is undone by keys, and many prices are changed', async ({ demoTill: till }) => {
  const { page } = till
  const named = async (text: string, filter: 'all' | 'inactive' = 'all') =>
    (await ask(page, 'item.list', { text, filter })).items
  await goTo(page, 'Items')
  await page.getByRole('button', { name: 'Import list' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file', exact: true }).click(),
  ])
  const list = `Name,Price,Tax,Barcode,Stock\n${demo.bread.name},650,A,${demo.bread.code},\nMahamri (mandazi),30,A,,0\nChai,x,A,,`
  await chooser.setFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  const dialog = page.getByRole('dialog')
  await choose(page, 'KRA category: No category', 'Doughnuts and mandazi')
  await page.keyboard.press('F9')
  await expect(dialog.getByText(/^Imported: 1 new, 1 changed, 1 can’t be imported\./)).toBeVisible()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save these rows as a file' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain(
    'Name,Price,Tax,Barcode,Stock,Reason\r\nChai,x,A,,,"“x”: Enter a price',
  )
  await dialog.getByRole('button', { name: 'Past imports' }).click()
  await expect(row(page, 'wrong.csv')).toContainText('1 new, 1 changed')
  await row(page, 'wrong.csv').click()
  await expect(dialog.getByRole('row', { name: demo.bread.name })).toContainText('→ 650.00')
  await page.keyboard.press('F9')
  await expect(dialog.getByText('Preview: nothing undone yet.')).toBeVisible()
  await expect(dialog.getByText(/2 values restored, 1 new item no longer for sale\./)).toBeVisible()
  await expectAccessible(page, 'undoing an import')
  await page.keyboard.press('F9')
  await expect(dialog.getByText('Undone:')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'wrong.csv')).toContainText('Undone')
  expect(await named('Mahamri', 'inactive')).toHaveLength(1)
  expect((await named(demo.bread.name))[0]?.price).not.toBe(650_00)

  // Prices of a category, seen before and undone the same way.
  await page.getByRole('button', { name: 'Back to items' }).click()
  const before = await named('')
  await page.getByRole('button', { name: 'More for items' }).click()
  await page.getByRole('menuitem', { name: 'Change many items' }).click()
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('10')
  await choose(page, 'Round the new price to', 'Ends in 9')
  await choose(page, 'Category of the items', 'Bread & milk')
  await expect(dialog.getByRole('row', { name: demo.bread.name })).toContainText('79.00')
  await expectAccessible(page, 'changing many items')
  await dialog.getByRole('row', { name: demo.bread.name }).click()
  await expect(dialog.getByLabel(demo.bread.name)).not.toBeChecked()
  await choose(page, 'Category of the items', 'All items of the list')
  await expect(dialog.getByRole('button', { name: /^Change [5-9]\d items/ })).toBeEnabled()
  // The answer to the second batch is lost, whose items are changed: the same batch is sent again.
  let calls = 0
  await page.route('**/bridge/call', async (route) => {
    const { name, input } = route.request().postDataJSON()
    if (name !== 'item.bulkChange' || input.check || ++calls !== 2) return route.continue()
    await route.fetch()
    return route.fulfill({ status: 502 })
  })
  await page.keyboard.press('F9')
  await expect(dialog.getByText(/^Stopped after 10 of/)).toBeVisible()
  await page.keyboard.press('F9')
  await expect(dialog.getByText(/items changed\./)).toBeVisible()
  const after = await named('')
  expect(after.filter(({ price }, index) => price !== before[index]?.price)).not.toEqual([])
  expect(after.find(({ name }) => name === demo.bread.name)?.price).toBe(70_00)
  await dialog.getByRole('button', { name: 'Past imports' }).click()
  await expect(row(page, 'Prices +10 %')).toContainText('Done')
})
