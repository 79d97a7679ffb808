/** Tills of a branch and their hub: real processes, PostgreSQL, and TLS between them. */
import type { Page } from '@playwright/test'
import type { Practice } from '../support/practice.ts'
import { openDemoShop } from './demoShop.ts'
import { expectAccessible, expectInOrder } from './inOrder.ts'
import { type Hub, startHub } from './startHub.ts'
import {
  ask,
  bar,
  bread,
  cart,
  choose,
  connection,
  demo,
  goTo,
  ledgerOf,
  lines,
  nextSale,
  ownerPin,
  payCash,
  row,
  scan,
  sell,
  soap,
  startShop,
  unlock,
} from './steps.ts'
import { expect, type Till, test } from './till.ts'

/** Facts that a till has not sent to its hub. */
const unsent = async (page: Page) => (await ask(page, 'hub.state', {})).link?.waiting

const park = async (page: Page, label: string) => {
  const found = await ask(page, 'item.scan', { code: demo.bread.code })
  if (found.kind !== 'item') throw new Error('The practice shop has no bread')
  await ask(page, 'sale.park', { cart: { lines: [{ itemId: found.item.id, quantity: 2_00 }] }, label })
}

test('a sale that is parked at one till is taken at another, which then has it alone', async ({
  openOther,
  demoTill: { page, dataDir },
}) => {
  const hub = await startHub(dataDir)
  const { address } = hub
  await ask(page, 'hub.pair', { address, code: hub.code })
  const other = await openOther()
  await openDemoShop(other.page)
  const { code } = await ask(page, 'hub.code', {})
  await ask(other.page, 'hub.pair', { address, code })
  for (const of of [page, other.page]) await expect.poll(() => unsent(of), { timeout: 60_000 }).toBe(0)

  await park(page, 'Table 4')
  await park(page, 'Table 5')
  await goTo(other.page, 'Sell')
  await expect(other.page.getByText('Parked 2')).toBeVisible()
  await other.page.keyboard.press('Shift+F4')
  const list = other.page.getByRole('dialog')
  await expect(list).toContainText('Table 4 · till T1, Wanjiru')
  await expectInOrder(other.page, 'en', 'parked sales of another till')
  await expectAccessible(other.page, 'parked sales of another till')
  await other.page.keyboard.press('Enter')
  await expect(lines(other.page)).toHaveCount(1)
  await expect(cart(other.page)).toContainText('2')
  await expect.poll(async () => (await ask(page, 'sale.parked', {})).sales.length).toBe(1)

  await hub.stop()
  await expect.poll(async () => (await ask(page, 'sale.parked', {})).silentSince).not.toBeNull()
  await goTo(page, 'Sell')
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await page.keyboard.press('Shift+F4')
  await expect(page.getByRole('dialog')).toContainText('Kitovu hakijibu tangu')
  await expectInOrder(page, 'sw', 'parked sales while the hub is silent')
  await expectAccessible(page, 'parked sales while the hub is silent')
  await page.keyboard.press('Enter')
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  await expect(lines(page)).toHaveCount(1)
})

/** A till without a device, on a computer of its own. Its owner is linked to the hub by a code from `page`. */
const joinBranch = async (till: Till, owner: string, page: Page, hub: Hub, authority: Practice) => {
  await ask(till.page, 'workspace.createOwner', { name: owner, pin: ownerPin })
  const { id } = await ask(till.page, 'profile.create', connection(authority.url))
  await ask(till.page, 'profile.switch', { id })
  await ask(till.page, 'firstRun.save', { step: 'over' })
  const { code } = await ask(page, 'hub.code', {})
  await ask(till.page, 'hub.pair', { address: hub.address, code })
  await till.page.reload()
  await expect(cart(till.page)).toBeVisible()
}

const known = async (page: Page, { name }: { name: string }) =>
  (await ask(page, 'item.search', { text: name })).items[0]

/** The documents of a till as its receipts have them, and as the authority has them. */
const soldAt = async ({ page }: Till) => {
  const { invoices } = await ask(page, 'invoice.list', { limit: 100 })
  return Promise.all(invoices.map(({ id }) => ask(page, 'invoice.get', { id })))
}

test('three tills of a shop sell, share and lose their hub, and the authority has one ledger of it all', async ({
  till: first,
  openOther,
  authority,
}) => {
  test.setTimeout(300_000)
  await startShop(first.page, authority.url, [soap, bread])
  let hub = await startHub(first.dataDir)
  await ask(first.page, 'hub.pair', { address: hub.address, code: hub.code })
  const [second, third] = [await openOther(), await openOther()]
  await joinBranch(second, 'Asha', first.page, hub, authority)
  await joinBranch(third, 'Ben', first.page, hub, authority)
  const tills = [first, second, third]
  for (const { page } of tills) {
    await expect.poll(async () => (await known(page, bread))?.onHand, { timeout: 60_000 }).toBe(20_00)
    await expect
      .poll(async () => (await ask(page, 'hub.state', {})).link?.signs, { timeout: 60_000 })
      .toBe(true)
  }

  const signed = async (page: Page) => {
    await expect(page.getByText('Signed by KRA')).toBeVisible()
    await nextSale(page)
  }
  let sold = ''
  for (const { page } of tills) {
    await expect(bar(page)).toContainText('Hub sends to KRA')
    sold = await sell(page, soap.code, bread.code)
    await signed(page)
  }
  expect(sold).toBe('T3-1')

  // A price that is changed at one till is asked for at the next.
  await goTo(first.page, 'Items')
  await row(first.page, bread.name).click()
  await first.page.getByLabel('Price', { exact: true }).fill('72.50')
  await first.page.getByRole('button', { name: /^Save/ }).click()
  await expect(row(first.page, bread.name)).toContainText('72.50')
  await expect.poll(async () => (await known(second.page, bread))?.price).toBe(72_50)
  await scan(second.page, bread.code)
  await expect(cart(second.page)).toContainText('72.50')
  await second.page.keyboard.press('F4')
  await second.page.getByRole('dialog').getByRole('button', { name: /^Park/ }).click()
  await expect(second.page.getByText('Parked 1')).toBeVisible()
  await expect(third.page.getByText('Parked 1')).toBeVisible()
  await third.page.keyboard.press('Shift+F4')
  await third.page.getByRole('dialog').press('Enter')
  await expect(lines(third.page)).toHaveCount(1)
  await payCash(third.page)
  await signed(third.page)

  // The number on the paper brings the receipt of the third till to the second, which refunds a part.
  const { page } = second
  await goTo(page, 'Receipts')
  await page.getByRole('searchbox').fill(sold.toLowerCase())
  await expect(row(page, `Sale ${sold}`)).toContainText('till T3')
  await row(page, `Sale ${sold}`).click()
  await expect(page.getByRole('status').filter({ hasText: 'Made at till T3' })).toBeVisible()
  await expect(page.getByText(`1 × ${soap.name}`)).toBeVisible()
  await expectInOrder(page, 'en', 'a receipt of another till')
  await expectAccessible(page, 'a receipt of another till')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('button', { name: `${soap.name}: one more` }).click()
  await page.getByRole('radio', { name: 'Cash', exact: true }).click()
  await page.getByRole('button', { name: /^Refund KSh/ }).click()
  await expect(page.getByRole('heading', { name: 'Credit note T2-CN-1' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Sale ${sold}` })).toBeVisible()
  await goTo(third.page, 'Receipts')
  await row(third.page, `Sale ${sold}`).click()
  await expect(third.page.getByText(/^T2-CN-1 at till T2, Asha/)).toBeVisible()
  await expectInOrder(third.page, 'en', 'a receipt that another till refunded')
  await expectAccessible(third.page, 'a receipt that another till refunded')
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await page.getByRole('button', { name: sold }).click()
  await expect(page.getByText('Ilitengenezwa kwenye till T3')).toBeVisible()
  await expectInOrder(page, 'sw', 'a receipt of another till, narrow')
  await expectAccessible(page, 'a receipt of another till, narrow')

  await hub.kill()
  await expect.poll(async () => (await ask(page, 'hub.state', {})).link?.silentSince).not.toBeNull()
  await page.getByRole('searchbox').fill('T1-99')
  await expect(page.getByText('Kitovu hakijibu. Irejeshe kwenye till T1')).toBeVisible()
  await expectInOrder(page, 'sw', 'a receipt of another till without the hub')
  await expectAccessible(page, 'a receipt of another till without the hub')
  await page.setViewportSize({ width: 1366, height: 768 })
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  for (const { page } of tills) {
    await goTo(page, 'Sell')
    await sell(page, bread.code)
    await expect(page.getByRole('status').filter({ hasText: 'Awaiting the KRA signature' })).toBeVisible()
    await expect(bar(page)).not.toContainText('online')
    await nextSale(page)
  }
  await third.restart()
  await third.page.getByRole('button', { name: 'Ben Owner' }).click()
  await unlock(third.page, ownerPin)
  await sell(third.page, soap.code)
  hub = await startHub(first.dataDir, hub.port)
  for (const { page } of tills) {
    await expect.poll(() => unsent(page), { timeout: 90_000 }).toBe(0)
    await expect.poll(async () => (await ask(page, 'status.get', {})).waiting, { timeout: 90_000 }).toBe(0)
  }

  const ours = (await Promise.all(tills.map(soldAt))).flat()
  const theirs = await ledgerOf(authority)
  expect(theirs.sales.map(({ number }) => number)).toEqual(ours.map((_, index) => index + 1))
  const cents = (amount: number) => Math.round(amount * 100)
  expect(
    theirs.sales
      .map(({ request, receipt }) => ({
        number: request.trdInvcNo,
        // A credit note of ours is below zero.
        total: cents(request.rcptTyCd === 'R' ? -request.totAmt : request.totAmt),
        tax: cents(request.totTaxAmt),
        taxable: cents(request.totTaxblAmt),
        signature: receipt.rcptSign,
      }))
      .toSorted((a, b) => a.number.localeCompare(b.number)),
  ).toEqual(
    ours
      .map(({ number, total, tax, taxable, signature }) => ({ number, total, tax, taxable, signature }))
      .toSorted((a, b) => a.number.localeCompare(b.number)),
  )
  const atAuthority = theirs.stock.map(({ itemCd, onHand }) => [itemCd, cents(onHand)]).toSorted()
  for (const { page } of tills)
    await expect
      .poll(async () =>
        (await ask(page, 'stock.levels', {})).levels.map(({ code, onHand }) => [code, onHand]).toSorted(),
      )
      .toEqual(atAuthority)

  // A tax letter waits for a till that is off, and an owner does not.
  await third.kill()
  await goTo(first.page, 'Items')
  await row(first.page, soap.name).click()
  await choose(first.page, 'Tax', 'C zero rated')
  await first.page.getByRole('button', { name: /^Save/ }).click()
  await first.page.evaluate(() => location.assign('#/settings?section=hub'))
  const letters = first.page.getByRole('list', { name: 'Changes that wait for you' })
  await expect(letters).toContainText('KRA gets this letter once T3 has it')
  await expectInOrder(first.page, 'en', 'a tax letter that waits')
  await expectAccessible(first.page, 'a tax letter that waits')
  await first.page.getByRole('button', { name: `Do not wait: ${soap.name}` }).click()
  await expect(first.page.getByRole('alertdialog')).toContainText(
    'KRA rejects what T3 sold under the old letter',
  )
  await expectInOrder(first.page, 'en', 'a tax letter without waiting')
  await expectAccessible(first.page, 'a tax letter without waiting')
  await first.page.keyboard.press('F9')
  await expect(letters).not.toContainText(soap.name)
  await expect
    .poll(async () => (await ledgerOf(authority)).items.map(({ request }) => request.taxTyCd))
    .toContain('C')
  await hub.stop()
})
