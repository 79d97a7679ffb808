/** Stock is changed by scans and by names, and what is entered stays until it is recorded. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './inOrder.ts'
import { ask, choose, demo, expectEqualStock, goTo, row, scan, soap, startShop } from './steps.ts'
import { expect, test } from './till.ts'

const record = (page: Page, items: string) => page.getByRole('button', { name: `Save ${items}` })
const quantityOf = (page: Page, { name }: { name: string }) => page.getByLabel(`Quantity of ${name}`)

test('a count that is left before it is recorded is there again', async ({ demoTill: till }) => {
  const { page } = till
  await goTo(page, 'Stock')
  await page.keyboard.press('F4')
  await scan(page, demo.bread.code)
  await expect(quantityOf(page, demo.bread)).toHaveValue('1')
  await scan(page, demo.milk.code)
  await expect(record(page, '2 items')).toBeEnabled()
  await choose(page, 'Reason', 'Count')
  await page.getByLabel('Remark').fill('Amina, shelf 3')

  const open = () => page.getByRole('button', { name: 'Adjust stock' }).click()
  const expectKept = async () => {
    await expect(record(page, '2 items')).toBeEnabled()
    await expect(page.getByLabel(`Counted: ${demo.bread.name}`)).toHaveValue('1')
    await expect(page.getByLabel('Remark')).toHaveValue('Amina, shelf 3')
  }
  await page.keyboard.press('Escape')
  await expect(record(page, '2 items')).toBeHidden()
  await open()
  await expectKept()
  await goTo(page, 'Sell')
  await goTo(page, 'Stock')
  await open()
  await expectKept()
  await row(page, demo.soap.name).click()
  await expect(record(page, '2 items')).toBeHidden()
  await open()
  await expectKept()

  await page.getByRole('button', { name: 'Clear the list' }).click()
  await expect(record(page, '0 items')).toBeDisabled()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectKept()
  await page.keyboard.press('F9')
  // Much of it is missing, so Kaunta asks first.
  await page.getByRole('button', { name: 'It is right: book' }).press('Enter')
  await expect(page.getByText(/^Saved: 2 movements/)).toBeVisible()
  await open()
  await expect(record(page, '0 items')).toBeDisabled()
})

test('keys that follow F4 at once meet the panel that it opens', async ({ demoTill: till }) => {
  const { page } = till
  await goTo(page, 'Stock')
  const keys = ['F4', ...demo.bread.code, 'Enter']
  // As a busy computer delivers them: each key in the next turn of the page, and nothing else between two of them.
  await page.evaluate(async (keys) => {
    for (const key of keys) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await Promise.resolve()
    }
  }, keys)
  await expect(quantityOf(page, demo.bread)).toHaveValue('1')
})

test('what is sold between counting and recording is not missing', async ({ demoTill: till }) => {
  const { page } = till
  const look = async () => {
    const found = await ask(page, 'item.scan', { code: demo.soap.code })
    if (found.kind !== 'item') throw new Error('There is no soap')
    return found.item
  }
  const { id, price, onHand } = await look()
  await goTo(page, 'Stock')
  await page.keyboard.press('F4')
  await choose(page, 'Reason', 'Count')
  await page.getByLabel('Add an item').fill(demo.soap.name)
  await page.keyboard.press('Enter')
  const sellOne = () =>
    ask(page, 'sale.complete', {
      lines: [{ itemId: id, quantity: 100 }],
      tenders: [{ method: '01', amount: price }],
      requestId: crypto.randomUUID(),
    })
  await sellOne()
  await page.getByLabel(`Counted: ${demo.soap.name}`).fill('10')
  await expect(page.getByText(`${(onHand ?? 0) / 100 - 1} pc now`)).toBeVisible()
  await sellOne()
  await page.keyboard.press('F9')
  await page.getByRole('button', { name: 'It is right: book' }).press('Enter')
  await expect(page.getByText(/^Saved: /)).toBeVisible()
  expect((await look()).onHand).toBe(900)
})

test('two windows that count the same shelf do not both take off what is missing', async ({
  demoTill: till,
}) => {
  const { page } = till
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const window of [page, other]) {
    await goTo(window, 'Stock')
    await window.keyboard.press('F4')
    await choose(window, 'Reason', 'Count')
    await window.getByLabel('Add an item').fill(demo.soap.name)
    await window.keyboard.press('Enter')
    await window.getByLabel(`Counted: ${demo.soap.name}`).fill('40')
    await expect(window.getByText('then 40 pc')).toBeVisible()
  }
  await page.keyboard.press('F9')
  await expect(page.getByText(/^Saved: 1 movement/)).toBeVisible()
  await other.bringToFront()
  await other.keyboard.press('F9')
  await expect(other.getByText(/changed to 40 during your count/)).toBeVisible()
  await expect(other.getByLabel(`Counted: ${demo.soap.name}`)).toHaveValue('')
  await other.getByLabel(`Counted: ${demo.soap.name}`).fill('39')
  await other.keyboard.press('F9')
  await expect(other.getByText(/^Saved: 1 movement/)).toBeVisible()
  const found = await ask(page, 'item.scan', { code: demo.soap.code })
  expect(found).toMatchObject({ item: { onHand: 3_900 } })
})

test('pressed twice while the shelf is still being asked, a change is recorded once', async ({
  demoTill: till,
}) => {
  const { page } = till
  await goTo(page, 'Stock')
  await page.keyboard.press('F4')
  await page.getByLabel('Add an item').fill(demo.soap.name)
  await page.keyboard.press('Enter')
  const asked = Promise.withResolvers<void>()
  await page.route('**/bridge/call', async (route) => {
    if (route.request().postDataJSON().name === 'item.get') await asked.promise
    await route.continue()
  })
  await quantityOf(page, demo.soap).fill('5')
  await page.keyboard.press('F9')
  await page.keyboard.press('F9')
  asked.resolve()
  await expect(page.getByText(/^Saved: /)).toBeVisible()
  const found = await ask(page, 'item.scan', { code: demo.soap.code })
  expect(found).toMatchObject({ item: { onHand: 53_00 } })
})

test('the quantity of an item found by its name is typed next, and nothing is blamed before its time', async ({
  demoTill: till,
}) => {
  const { page } = till
  await goTo(page, 'Stock')
  await page.keyboard.press('F4')
  await expect(record(page, '0 items')).toBeDisabled()
  await page.keyboard.press('F9')
  await page.getByLabel('Add an item').fill(demo.soap.name)
  await page.keyboard.press('Enter')
  await expect(quantityOf(page, demo.soap)).toBeFocused()
  await expect(page.getByText('Enter a quantity')).toBeHidden()
  await page.keyboard.insertText('12')
  await expect(quantityOf(page, demo.soap)).toHaveValue('12')
  await scan(page, demo.milk.code)
  await expect(quantityOf(page, demo.milk)).toHaveValue('1')
  await expect(quantityOf(page, demo.soap)).toBeFocused()
  await expect(quantityOf(page, demo.soap)).toHaveValue('12')
})

test('what KRA kept of a record that it rejected is settled by one record, also when the answer is lost', async ({
  till,
  authority,
}) => {
  const { page } = till
  const { keyboard } = page
  await startShop(page, authority.url, [soap])
  const [{ id: itemId = 0, price = 0 } = {}] = (await ask(page, 'item.list', {})).items
  const rejected = { kind: 'refuse', code: '910', text: 'Not now', paths: ['/insertStockIO'], times: 1 }
  await authority.control('PUT', '/faults', [{ ...rejected, afterCommit: true }])
  await ask(page, 'stock.adjust', { kind: 'found', lines: [{ itemId, quantity: 25_00 }] })
  const refused = async () => (await ask(page, 'queue.list', { filter: 'needsPerson' })).rows[0]?.id
  await expect.poll(refused).toBeDefined()
  await ask(page, 'queue.withdraw', { id: (await refused()) ?? 0, reason: 'Counted wrongly' })
  // KRA says what it has with the next record.
  await ask(page, 'sale.complete', {
    lines: [{ itemId, quantity: 100 }],
    tenders: [{ method: '01', amount: price }],
    requestId: crypto.randomUUID(),
  })
  await goTo(page, 'KRA')
  await expect(page.getByText(`The stock of “${soap.name}” at KRA differs.`)).toBeVisible()
  await expect(page.getByText('You have 19 pc, KRA has 44 pc.')).toBeVisible()
  await page.getByRole('button', { name: 'Open its stock' }).press('Enter')
  await page.getByRole('button', { name: 'Settle the difference' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Settle the stock of ${soap.name}` })
  await expect(dialog).toContainText('Kaunta takes 25 pc off at KRA, which then has 19 pc.')
  await keyboard.press('F9')
  await expect(dialog.getByText('Enter the reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Rejected, but booked there')
  await expectAccessible(page, 'settling a difference')
  // The first answer is lost on its way.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (!String(request[1]?.body).includes('"stock.settle"')) return answer
      window.fetch = fetch
      return new Response(null, { status: 502 })
    }
  })
  await keyboard.press('F9')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectEqualStock(till, authority)
  await keyboard.press('F9')
  await expect(page.getByText('The record goes to KRA automatically.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Settle the difference' })).toBeHidden()
  await expectEqualStock(till, authority)
  const { stockRecords } = await authority.control<{ stockRecords: { request: { sarTyCd: string } }[] }>(
    'GET',
    '/ledger',
  )
  expect(stockRecords.filter(({ request }) => request.sarTyCd === '16')).toHaveLength(1)
})
