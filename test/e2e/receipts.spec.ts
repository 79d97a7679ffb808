/** Receipts afterwards: printed again, found again, taken back, and signed by hand. */
import { verificationBases } from '../../core/printing/documents/receipt.ts'
import { repository } from '../support/process.ts'
import {
  allDocuments,
  ask,
  bar,
  bread,
  cart,
  catchPrints,
  cause,
  choose,
  demo,
  goTo,
  ledgerOf,
  nextSale,
  ownerPin,
  paper,
  row,
  scan,
  sell,
  startShop,
  unlock,
} from './steps.ts'
import { expect, test } from './till.ts'

test('a receipt prints as the original once, and then as copies with their number', async ({
  demoTill: till,
}) => {
  const { page } = till
  const prints = await catchPrints(page)
  await sell(page, demo.bread.code)
  await expect(page.getByText('Not printed yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  // The Enter that somebody presses next is not another print.
  await expect(page.getByRole('button', { name: 'New sale' })).toBeFocused()
  const question = page.getByRole('status').filter({ hasText: 'come out of the printer?' })
  await question.getByRole('button', { name: 'No, print it again' }).click()
  await expect.poll(prints).toHaveLength(2)
  await expect(page.getByText('Not printed yet.')).toBeVisible()
  await page.keyboard.press('Control+F10')
  await expect(question).toBeHidden()
  await expect(page.getByText('Printed; the next print is copy 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Print copy 1' }).click()
  await expect(page.getByText('Printed; the next print is copy 2.')).toBeVisible()
  await expect(paper(page)).toContainText('COPY')
  await nextSale(page)
  await goTo(page, 'Receipts')
  await row(page, 'Sale T1-1').click()
  await page.getByRole('button', { name: 'Print copy 2' }).click()
  await expect(page.getByText('2 copies printed')).toBeVisible()
  const messages = page.getByRole('region', { name: 'Messages' })
  // Until then the button is busy, and takes no press.
  await expect(messages).toContainText('Sent to the printer.')
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect(messages).toContainText('The PDF is ready.')
  await messages.getByRole('button', { name: 'Copy' }).click()
  await expect(messages).toContainText('Paste it')

  const [jammed, original, first, second, ...more] = await prints()
  expect(more).toEqual([])
  expect(jammed).toBe(original)
  expect(original).toContain('TAX INVOICE')
  expect(original).not.toContain('COPY')
  expect(first).toContain('Copy number 1')
  expect(second).toContain('Copy number 2')
  for (const print of [original, first, second]) expect(print).toMatch(/Receipt Signature:\s*[A-Z2-7]{4}-/)
})

test('a manager approves the fourth print of an original at the cashier’s till', async ({
  demoTill: till,
}) => {
  const { page } = till
  await page.keyboard.press('Control+l')
  await page.getByRole('button', { name: 'Otieno' }).press('Enter')
  await page.keyboard.type('1234', { delay: 50 })
  await page.keyboard.press('Enter')
  await expect(cart(page)).toBeVisible()
  // Activity is for managers: its address shows a cashier Sell.
  await page.evaluate(() => {
    location.hash = '#/activity'
  })
  await expect(page.getByRole('main', { name: 'Sell' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Activity' })).toBeHidden()
  const prints = await catchPrints(page)
  await sell(page, demo.bread.code)
  await expect(page.getByText('Not printed yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  for (const printed of [1, 2, 3]) {
    await expect.poll(prints).toHaveLength(printed)
    await page.getByRole('button', { name: 'No, print it again' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Approval needed' })
  await expect(dialog).toContainText('Print an original a fourth time (T1-1)')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^The original of T1-1 was printed 3 times\. Call a manager/)).toBeVisible()
  expect(await prints()).toHaveLength(3)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(dialog).toContainText('Wanjiru')
  await page.keyboard.type('1234', { delay: 50 })
  await page.keyboard.press('F9')
  await expect.poll(prints).toHaveLength(4)
})

test('a receipt is found by its goods, payment, number, amount and QR, and on a calendar', async ({
  demoTill: till,
}) => {
  const { page } = till
  await sell(page, demo.bread.code)
  await nextSale(page)
  await sell(page, demo.soap.code, demo.bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  const [second, first] = (await ask(page, 'invoice.list', {})).invoices
  const { signature } = await ask(page, 'invoice.get', { id: first?.id ?? 0 })
  const { taxpayerPin, branchId } = await ask(page, 'device.status', {})
  await goTo(page, 'Receipts')
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByText(/^Sale/) })
  await expect(rows).toHaveCount(2)
  const find = page.getByLabel('Find a receipt')
  await find.fill('T1-2')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`Sale ${second?.number}`)
  await find.fill('70')
  await expect(rows).toContainText(`Sale ${first?.number}`)
  await expect(rows).toHaveCount(1)
  await find.fill('soap')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`${demo.soap.name}, ${demo.bread.name}`)
  await expect(rows).toContainText('Cash')
  await find.fill('bread')
  await expect(rows).toHaveCount(2)
  await choose(page, 'Payment', 'M-PESA')
  await expect(page.getByText('Nothing found for “bread”')).toBeVisible()
  await choose(page, 'Payment', 'Cash')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Choose a day' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose a day' })
  await expect(calendar.getByRole('button', { name: /^Today, / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Today' })).toBeChecked()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: /^Choose a day: / }).press('Enter')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(0)
  await find.fill('nothing of that kind')
  await expect(page.getByText('Nothing found for “nothing of that kind”')).toBeVisible()
  await find.fill('')
  await find.blur()
  await scan(page, `${verificationBases.sandbox}${taxpayerPin}${branchId}${signature}`)
  await expect(page.getByRole('heading', { name: `Sale ${first?.number}` })).toBeVisible()
})

test('a credit note of a sale that is not signed yet follows it, and takes all of it back', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [bread])
  await authority.setOffline(true)
  const sale = await sell(page, bread.code, bread.code)
  await goTo(page, 'Receipts')
  await row(page, `Sale ${sale}`).click()
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('dialog')).toContainText('The credit note is sent automatically after it')
  await page.getByRole('button', { name: 'All' }).click()
  await page.getByRole('radio', { name: 'As paid: Cash' }).click()
  await page.getByRole('button', { name: 'Refund KSh 139.90' }).click()
  const heading = page.getByRole('heading', { name: /^Credit note / })
  await expect(heading).toBeVisible()
  const note = (await heading.innerText()).slice('Credit note '.length)
  await expect(row(page, `Sale ${sale}`)).toContainText('refunded')
  await goTo(page, 'KRA')
  await allDocuments(page, 'Waiting')
  await expect(row(page, `Credit note ${note}`)).toContainText(`waits for Sale ${sale}`)

  await authority.setOffline(false)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(bar(page)).toContainText('All sent to KRA')
  await goTo(page, 'Receipts')
  await row(page, `Credit note ${note}`).click()
  await expect(paper(page)).toContainText('CREDIT NOTE')
  await expect(paper(page).getByText(/^RECEIPT COUNTER: \d+\/\d+ NC$/)).toBeVisible()
  const { sales } = await ledgerOf(authority)
  expect(
    sales.map(({ number, request }) => [number, request.rcptTyCd, request.orgInvcNo, request.totAmt]),
  ).toEqual([
    [1, 'S', 0, 139.9],
    [2, 'R', 1, 139.9],
  ])
  await goTo(page, 'Stock')
  await expect(row(page, bread.name)).toContainText('20 pc')
})

test('a credit note of damaged goods leaves them off the shelf, unless somebody says otherwise', async ({
  demoTill: till,
}) => {
  const { page } = till
  const sale = await sell(page, demo.bread.code)
  await goTo(page, 'Receipts')
  await row(page, `Sale ${sale}`).click()
  await page.getByRole('button', { name: 'Refund' }).click()
  const back = page.getByRole('switch', { name: 'Put the goods back on the shelf' })
  await expect(back).toBeChecked()
  await choose(page, 'Reason', 'Damaged goods')
  await expect(back).not.toBeChecked()
  await choose(page, 'Reason', 'Money back')
  await expect(back).toBeChecked()
  await choose(page, 'Reason', 'Wasted or spoilt goods')
  await expect(back).not.toBeChecked()
  await page.getByText('Put the goods back on the shelf').click()
  await choose(page, 'Reason', 'Raw material ran short')
  await expect(back).toBeChecked()
  // A message stands in the dialog, and a touch on it closes only the message.
  await scan(page, '5999999999999')
  const message = page.getByRole('dialog').getByRole('region', { name: 'Messages' })
  await expect(message).toContainText('5999999999999')
  await message.getByRole('button', { name: 'Close' }).click()
  await expect(message).toHaveText('')
  await expect(back).toBeVisible()
})

test('what the authority has without telling its signature is said so, and gets it by hand', async ({
  till,
  authority,
}) => {
  test.setTimeout(240_000)
  await startShop(till.page, authority.url, [bread])
  // By the faster clock ten minutes without a touch take half a minute.
  await ask(till.page, 'workspace.setLockAfter', { minutes: 0 })
  await authority.control('PUT', '/faults', [
    { kind: 'cutAfter', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    { kind: 'nothing', paths: ['/selectInvoiceDetails'] },
  ])
  // The till waits for more than a minute, by a clock of its own that runs faster.
  await till.kill()
  await till.start({
    NODE_OPTIONS: `--import=${repository('test/support/fastClock.ts')}`,
    CLOCK_FASTER: '20',
  })
  await unlock(till.page, ownerPin)
  const { page } = till
  const sale = await sell(page, bread.code)
  await goTo(page, 'KRA')
  // Within a minute it would be seen if the number were another till's.
  await expect(cause(page, `Sale ${sale}`)).toContainText('the signature is missing', { timeout: 180_000 })
  await page.getByRole('button', { name: 'Enter signature' }).click()
  const { sales } = await ledgerOf(authority)
  expect(sales).toHaveLength(1)
  const receipt = sales[0]?.receipt
  if (!receipt) return
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Receipt signature').fill(receipt.rcptSign)
  await dialog.getByLabel('Internal data').fill(receipt.intrlData)
  await dialog.getByLabel('Receipt number').fill(String(receipt.curRcptNo))
  await dialog.getByLabel('Total of receipts').fill(String(receipt.totRcptNo))
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(\d{6})$/.exec(receipt.sdcDateTime) ?? []
  await dialog.getByLabel('Signed on').fill(`${day}/${month}/${year}`)
  await dialog.getByLabel('Signed at').fill(time?.replace(/^(\d\d)(\d\d)/, '$1:$2:') ?? '')
  await dialog.getByRole('button', { name: 'Save signature' }).click()
  await expect(row(page, `Sale ${sale}`)).toContainText('Signed')
  await expect(paper(page)).toContainText('Receipt Signature:')
})

test('a manager corrects a payment, reads and prints what the day came to, and nothing is reset by it', async ({
  demoTill: till,
}) => {
  const { page } = till
  const prints = await catchPrints(page)
  const sale = await sell(page, demo.bread.code)
  await nextSale(page)
  await goTo(page, 'Receipts')
  await row(page, `Sale ${sale}`).click()
  await page.getByRole('button', { name: 'Change how it was paid' }).click()
  const payment = page.getByRole('dialog')
  await payment.getByRole('radio', { name: 'M-PESA' }).click()
  await payment.getByLabel('M-PESA code').fill('tkn4b7x2qf')
  await page.keyboard.press('F9')
  await expect(payment).toBeHidden()
  await expect(paper(page)).toContainText('PAYMENT CORRECTED')
  await expect(page.getByText('M-PESA 70.00 TKN4B7X2QF')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Day’s report' }).click()
  const report = page.getByLabel('Report preview')
  await expect(report).toContainText('Sales (1)')
  await expect(report).toContainText('MOBILE MONEY')
  await expect(report).toContainText('Not printed')
  for (const print of [1, 2]) {
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.getByText(`Report printed, print ${print}.`)).toBeVisible()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Previous day' }).click()
  await expect(report).toContainText('Sales (0)')
  const [first, second] = await prints()
  expect(first).toMatch(/Print number\s*1/)
  expect(second).toMatch(/Print number\s*2/)
  for (const print of [first, second]) expect(print).toContain('Sales (1)')
})

test('Enter opens the receipt that has the focus, also once a newer one is above it', async ({
  demoTill: till,
}) => {
  const { page } = till
  await sell(page, demo.bread.code)
  await goTo(page, 'Receipts')
  await row(page, 'Sale T1-1').focus()
  const found = await ask(page, 'item.scan', { code: demo.milk.code })
  if (found.kind !== 'item') throw new Error('The practice shop has no milk')
  const { id, price } = found.item
  const tenders = [{ method: '01' as const, amount: price }]
  await ask(page, 'sale.complete', {
    lines: [{ itemId: id, quantity: 1_00 }],
    ...{ tenders, requestId: 'sold-elsewhere' },
  })
  await expect(row(page, 'Sale T1-2')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sale T1-1' })).toBeVisible()
})
