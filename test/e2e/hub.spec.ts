/** A till and its hub: real processes, PostgreSQL, and TLS between them. */
import { randomUUID } from 'node:crypto'
import { chmodSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { temporaryFolder } from '../support/folder.ts'
import { expectAccessible, expectInOrder } from './inOrder.ts'
import { linkOther } from './otherTill.ts'
import { askHub, type Hub, startHub } from './startHub.ts'
import { ask, bar, demo, goTo, nextSale, sell, startShop } from './steps.ts'
import { test as base, expect } from './till.ts'

interface Fixtures {
  /** On the computer of the first till. */
  hub: Hub
}

const test = base.extend<Fixtures>({
  hub: async ({ demoTill: { dataDir } }, use) => {
    const hub = await startHub(dataDir)
    await use(hub)
    await hub.stop()
  },
})

/** Slower than a scanner. */
const typing = { delay: 50 }

/** Links a till by keys alone. Answers the two words. */
async function link(page: Page, address: string, code: string): Promise<string> {
  await page.evaluate(() => location.assign('#/settings?section=hub'))
  await expect(page.getByText('Works alone')).toBeVisible()
  await page.keyboard.press('F9')
  return enterCode(page, address, code)
}

/** In the dialogue that links the till. Answers the two words. */
async function enterCode(page: Page, address: string, code: string): Promise<string> {
  const { keyboard } = page
  await expect(page.getByLabel('Address of the hub')).toBeFocused()
  await keyboard.type(address, typing)
  await keyboard.press('Tab')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await keyboard.type(code.replaceAll('-', '').toLowerCase(), typing)
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'This till is linked' })).toBeVisible()
  const words = await page.locator('.hub-words').innerText()
  await expect(page.getByRole('button', { name: /^Done/ })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('The hub answers')).toBeVisible()
  return words
}

test('an owner adds a till from a linked one, and ends it', async ({ demoTill: { page, dataDir }, hub }) => {
  await link(page, hub.address, hub.code)
  await page.getByRole('button', { name: 'Add a till' }).click()
  const code = page.locator('.hub-code')
  await expect(code).toHaveText(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  await expectInOrder(page, 'en', 'a code')
  await expectAccessible(page, 'a code')
  const other = await linkOther(dataDir, (await code.innerText()).trim())
  other.close()
  await page.keyboard.press('Escape')
  const row = page.getByRole('listitem').filter({ hasText: 'T9' })
  await expect(row).toContainText(/not heard of yet.*Linked with a code of/s)
  await expectAccessible(page, 'tills')
  await row.getByRole('button', { name: 'End this till' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The hub takes nothing from it')
  await page.keyboard.press('F9')
  await expect(row).toContainText(/ended \d.*Ended by/s)
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await expect(row).toContainText('imeondolewa')
  await expectInOrder(page, 'sw', 'tills')
})

test('the owner makes this computer the hub, links it by one press, and reads the day', async ({
  demoTill: { page, dataDir },
}) => {
  // PostgreSQL has another user than a test that runs as root.
  chmodSync(dataDir, 0o711)
  await page.evaluate(() => location.assign('#/settings?section=hub'))
  await page.getByRole('button', { name: 'This computer is the hub' }).click()
  await expect(page.getByText(/On since \d/)).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.hub-code')).toHaveText(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  await expectInOrder(page, 'en', 'this computer')
  await expectAccessible(page, 'this computer')
  await expect(bar(page)).toContainText('The recovery sheet of the hub is not printed yet.')
  await page.getByRole('button', { name: 'Recovery sheet', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Recovery sheet of the hub' })
  await page.getByLabel('Passcode of').fill('1234')
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(sheet.locator('.receipt-paper')).toContainText(/(\w{4}-){5}\w{4}/)
  await expectInOrder(page, 'en', 'recovery sheet')
  await expectAccessible(page, 'recovery sheet')
  await page.screenshot({ path: test.info().outputPath('sheet-en.png') })
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await page.getByRole('button', { name: 'Ionyeshe' }).click()
  await expect(page.locator('.receipt-paper')).toContainText('KARATASI YA KUOKOA KITOVU')
  await expectInOrder(page, 'sw', 'recovery sheet')
  await page.screenshot({ path: test.info().outputPath('sheet-sw.png') })
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('button', { name: 'Print it' }).click()
  await expect(page.getByText('The sheet is printed.')).toBeVisible()
  await expect(page.getByText(/Recovery sheet printed \d/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page)).not.toContainText('The recovery sheet')
  await page.getByRole('button', { name: 'Link this till to it' }).click()
  await expect(page.getByText('The hub answers')).toBeVisible()

  await goTo(page, 'Sell')
  await sell(page, demo.bread.code)
  await expect.poll(async () => (await ask(page, 'hub.state', {})).link?.waiting).toBe(0)
  await page.evaluate(() => location.assign('#/settings?section=hub'))
  await page.getByRole('button', { name: 'Day of the branch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Day of the branch' })
  await expect(dialog.locator('.receipt-paper')).toBeVisible()
  await expectInOrder(page, 'en', 'branch day')
  await expectAccessible(page, 'branch day')
  await dialog.getByRole('radio', { name: 'Best sellers' }).click()
  await expect(dialog.getByRole('row', { name: demo.bread.name })).toBeVisible()
  await dialog.getByRole('radio', { name: '30 days up to it' }).click()
  await expect(dialog.getByRole('row', { name: demo.bread.name })).toBeVisible()
  await expectInOrder(page, 'en', 'best sellers')
  await expectAccessible(page, 'best sellers')
  await page.screenshot({ path: test.info().outputPath('best-en.png') })
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  const paperAgain = page.getByRole('radio', { name: 'Ripoti ya tawi' })
  await expect(paperAgain).toBeVisible()
  await expectInOrder(page, 'sw', 'best sellers')
  await page.screenshot({ path: test.info().outputPath('best-sw.png') })
  await paperAgain.click()
  await expect(page.getByRole('dialog', { name: 'Siku ya tawi' }).locator('.receipt-paper')).toBeVisible()
  await expectInOrder(page, 'sw', 'branch day')
  await page.keyboard.press('Escape')
  await expectInOrder(page, 'sw', 'this computer')
  await ask(page, 'workspace.setLanguage', { language: 'en' })

  await page.getByRole('button', { name: 'Stop the hub' }).click()
  await page.keyboard.press('F9')
  await expect(bar(page)).toContainText('The hub does not answer since', { timeout: 60_000 })
})

test('an owner links a till again that the hub ended', async ({ demoTill: { page, dataDir }, hub }) => {
  await link(page, hub.address, hub.code)
  // The tills of the branch are listed once the hub has taken in what this till says.
  await expect(page.getByRole('listitem').filter({ hasText: 'This till' })).toBeVisible()
  const { tills } = await ask(page, 'hub.tills', {})
  await askHub(dataDir, 'revoke', { uid: tills.find(({ own }) => own)?.uid, who: 'Amina' })
  await page.keyboard.press('F9')
  await expect(page.getByText('To return, link this till again.').first()).toBeVisible()
  await expectInOrder(page, 'en', 'an ended till')
  await expectAccessible(page, 'an ended till')
  await page.screenshot({ path: test.info().outputPath('ended-en.png') })
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await expect(page.getByRole('button', { name: 'Unganisha till hii tena' })).toBeVisible()
  await expectInOrder(page, 'sw', 'an ended till')
  await page.screenshot({ path: test.info().outputPath('ended-sw.png') })
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('button', { name: 'Link this till again' }).click()
  const { code } = await askHub<{ code: string }>(dataDir, 'code')
  await enterCode(page, hub.address, code)
  await expect(page.getByRole('button', { name: 'Link this till again' })).toBeHidden()
  await goTo(page, 'Sell')
  await sell(page, demo.bread.code)
  await expect.poll(async () => (await ask(page, 'hub.state', {})).link?.waiting).toBe(0)
})

const pen = {
  ...{ name: 'Ballpoint pen', type: '2', tax_type: 'B', price: 30_00, item_class: '4412170100' },
  ...{ class_chosen: 1, origin_country: 'KE', package_unit: 'NT', quantity_unit: 'U', active: 1 },
  favourite: 0,
} as const

test('a manager decides about changes that wait', async ({ demoTill: { page, dataDir }, hub }) => {
  await link(page, hub.address, hub.code)
  const other = await linkOther(dataDir, (await ask(page, 'hub.code', {})).code)
  const uid = randomUUID()
  await other.wish('item', uid, pen)
  const here = async () => (await ask(page, 'item.search', { text: pen.name })).items[0]
  await expect.poll(async () => (await here())?.price).toBe(pen.price)
  const { id = 0 } = (await here()) ?? {}
  await ask(page, 'item.save', { id, name: pen.name, taxType: 'B', price: 40_00 })
  const waiting = async () => (await ask(page, 'hub.state', {})).link?.waiting
  await expect.poll(waiting).toBe(0)
  await other.wish('item', uid, { price: 35_00 }, { price: 1 })
  await other.wish('item', randomUUID(), { ...pen, name: demo.bread.name, barcode: demo.bread.code })
  other.close()

  await expect(bar(page)).toContainText('2 changes wait for you.', { timeout: 20_000 })
  const part = page.getByRole('list', { name: 'Changes that wait for you' })
  await expect(part).toContainText(/Price: in force40\.00.*Wished35\.00.*Otieno · T9/s)
  await expect(part).toContainText(`Two with one barcode`)
  await expectInOrder(page, 'en', 'offers')
  await expectAccessible(page, 'offers')
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await expect(bar(page)).toContainText('Mabadiliko 2 yanakusubiri.')
  await expectInOrder(page, 'sw', 'offers')
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  await page.getByRole('button', { name: 'Take the change: Ballpoint pen' }).click()
  await page.getByRole('button', { name: 'They are different' }).click()
  await expect(page.getByText('No change waits for a decision.')).toBeVisible()
  await expect.poll(async () => (await here())?.price).toBe(35_00)
})

const phone = { width: 390, height: 844 }
const desktop = { width: 1366, height: 768 }

test('an owner opens the hub in a browser: two tills, a change to decide, the day', async ({
  demoTill: { page, dataDir },
  hub,
  browser,
}, info) => {
  await link(page, hub.address, hub.code)
  const other = await linkOther(dataDir, (await ask(page, 'hub.code', {})).code)
  const uid = randomUUID()
  await other.wish('item', uid, pen)
  const here = async () => (await ask(page, 'item.search', { text: pen.name })).items[0]
  await expect.poll(async () => (await here())?.price).toBe(pen.price)
  const { id = 0 } = (await here()) ?? {}
  await ask(page, 'item.save', { id, name: pen.name, taxType: 'B', price: 40_00 })
  await goTo(page, 'Sell')
  await sell(page, demo.bread.code)
  await expect.poll(async () => (await ask(page, 'hub.state', {})).link?.waiting).toBe(0)
  await other.wish('item', uid, { price: 35_00 }, { price: 1 })
  other.close()

  await page.evaluate(() => location.assign('#/settings?section=hub'))
  await page.getByRole('button', { name: 'Set your password' }).click()
  const { keyboard } = page
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await keyboard.type('maziwa lala', typing)
  await keyboard.press('Enter')
  await expect(page.getByText('At least 12 characters').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('maziwa lala mkate')
  await page.getByLabel('The password again').fill('maziwa lala mkate')
  await page.screenshot({ path: info.outputPath('password.png') })
  await expectInOrder(page, 'en', 'a password for the browser')
  await expectAccessible(page, 'a password for the browser')
  await keyboard.press('Enter')
  const part = page.getByRole('region', { name: 'The hub in a browser' })
  await expect(part).toContainText(/([0-9A-F]{2}:){31}[0-9A-F]{2}/)
  await expect(part).toContainText('Wanjiru')
  await expectInOrder(page, 'en', 'the hub in a browser')
  await expectAccessible(page, 'the hub in a browser')
  await page.screenshot({ path: info.outputPath('settings.png') })

  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: phone })
  const lan = await context.newPage()
  const look = async (language: 'en' | 'sw', name: string) => {
    for (const [size, viewport] of Object.entries({ phone, desktop })) {
      await lan.setViewportSize(viewport)
      await expectInOrder(lan, language, `${name}, ${size}`)
      await expectAccessible(lan, `${name}, ${size}`)
      await lan.screenshot({ path: info.outputPath(`${name} ${language} ${size}.png`) })
    }
    await lan.setViewportSize(phone)
  }
  await lan.goto(`https://${hub.address}/`)
  await expect(lan.getByLabel('Name')).toBeFocused()
  await look('en', 'sign in')
  await lan.getByLabel('Name').fill('Wanjiru')
  await lan.getByLabel('Password').fill('a wrong password')
  await lan.keyboard.press('Enter')
  await expect(lan.getByText('The name or the password is wrong.')).toBeVisible()
  await look('en', 'wrong password')
  await lan.getByLabel('Password').fill('maziwa lala mkate')
  await lan.keyboard.press('Enter')
  const tills = lan.getByRole('list', { name: 'Tills of the branch' })
  await expect(tills.getByRole('listitem')).toHaveText([
    /^T1.*in touch/,
    /^T9.*Linked with a code of Wanjiru/,
  ])
  const changes = lan.getByRole('list', { name: 'Changes that wait for you' })
  await expect(changes).toContainText(/Price: in force40\.00.*Wished35\.00.*Otieno · T9/s)
  await look('en', 'tills')
  await lan.getByRole('button', { name: /^SW: / }).click()
  await expect(lan.getByRole('heading', { level: 1 })).toHaveText('Kitovu cha Kaunta')
  await look('sw', 'tills')
  await lan.getByRole('button', { name: 'Siku ya tawi' }).click()
  await expect(lan.getByRole('dialog').locator('.receipt-paper')).toBeVisible()
  await look('sw', 'day')
  await lan.keyboard.press('Escape')
  await lan.getByRole('button', { name: /^EN: / }).click()
  await lan.getByRole('button', { name: 'Take the change: Ballpoint pen' }).click()
  await expect(lan.getByText('Ballpoint pen is changed.')).toBeVisible()
  await expect(lan.getByText('No change waits for a decision.')).toBeVisible()
  await look('en', 'decided')
  await expect.poll(async () => (await here())?.price).toBe(35_00)
  await lan.getByRole('button', { name: 'Day of the branch' }).click()
  await expect(lan.getByRole('dialog')).toContainText('This day is not complete yet.')
  await expect(lan.getByRole('dialog').locator('.receipt-paper')).toContainText('BRANCH REPORT OF THE DAY')
  await look('en', 'day')
  await lan.keyboard.press('Escape')

  // A page that is opened again is still signed in, and shows each branch. A new password ends it.
  const elsewhere = await linkOther(dataDir, (await ask(page, 'hub.code', {})).code, '01')
  elsewhere.close()
  await lan.reload()
  await expect(tills).toContainText('T9')
  await lan.getByRole('radio', { name: 'Branch 01' }).click()
  await expect(tills).not.toContainText('T9')
  await expect(tills).toContainText('T10')
  await look('en', 'branches')
  await ask(page, 'hub.setPassword', { name: 'Wanjiru', password: 'another password' })
  await expect(lan.getByLabel('Password')).toBeVisible({ timeout: 30_000 })
  await hub.stop()
  await lan.getByLabel('Name').fill('Wanjiru')
  await lan.getByLabel('Password').fill('another password')
  await lan.keyboard.press('Enter')
  await expect(lan.getByText('The hub does not answer.')).toBeVisible()
  await look('en', 'silent')
  await context.close()
})

test('a till is linked by keys, sends what it sells, and sells on while its hub is off', async ({
  demoTill: { page },
  hub,
}) => {
  await link(page, hub.address, hub.code)
  await goTo(page, 'Sell')
  await sell(page, demo.bread.code)
  const waiting = async () => (await ask(page, 'hub.state', {})).link?.waiting
  await expect.poll(waiting).toBe(0)

  await page.evaluate(() => location.assign('#/settings?section=hub'))
  await expect(page.locator('.hub-part .facts')).toContainText('Waiting to be sentnothing')
  await expectInOrder(page, 'en', 'a linked till')
  await expectAccessible(page, 'a linked till')

  await hub.stop()
  await page.keyboard.press('F9')
  await expect(bar(page)).toContainText(/The hub does not answer since .*This till sells as usual\./)
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await expect(bar(page)).toContainText('Till hii inauza kama kawaida.')
  await expectInOrder(page, 'sw', 'a silent hub')
  await page.evaluate(() => location.assign('#/stock'))
  await expect(page.getByText(/Kitovu hakijibu\. Hii ni stoki ya tawi ya/)).toBeVisible()
  await expectInOrder(page, 'sw', 'the stock of a branch whose hub is silent')
  await expectAccessible(page, 'the stock of a branch whose hub is silent')
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  await goTo(page, 'Sell')
  await nextSale(page)
  await sell(page, demo.milk.code)
  expect(await waiting()).toBeGreaterThan(0)
})

test('after the end of a till, a person who worked there chooses a new passcode', async ({
  till: { page, dataDir },
  authority,
}, info) => {
  await startShop(page, authority.url, [])
  const { id = '' } = await ask(page, 'user.save', { name: 'Otieno', role: 'cashier', pin: '628417' })
  const hub = await startHub(dataDir)
  await ask(page, 'hub.pair', { address: hub.address, code: hub.code })
  const other = await linkOther(dataDir, (await ask(page, 'hub.code', {})).code)
  // What somebody named Otieno did there.
  await other.wish('item', randomUUID(), pen)
  other.close()
  await expect.poll(async () => (await ask(page, 'user.list', {})).hub).not.toBe(null)
  const shared = async () => (await ask(page, 'hub.state', {})).link?.waiting
  await expect.poll(shared).toBe(0)
  const { tills } = await ask(page, 'hub.tills', {})
  const uid = tills.find(({ name }) => name === 'T9')?.uid ?? ''
  await ask(page, 'hub.revoke', { uid })

  await ask(page, 'session.lock', {})
  await page.getByRole('button', { name: 'Otieno' }).click()
  const enter = async (pin: string) => {
    await page.keyboard.type(pin, typing)
    await page.keyboard.press('Enter')
  }
  const title = page.getByRole('heading', { level: 1 })
  const look = async (name: string) => {
    for (const [size, viewport] of Object.entries({ desktop, low: { width: 1024, height: 600 } })) {
      await page.setViewportSize(viewport)
      for (const language of ['en', 'sw'] as const) {
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectInOrder(page, language, `${name}, ${size}`)
        await expectAccessible(page, `${name}, ${size}`)
        await page.screenshot({ path: info.outputPath(`${name} ${language} ${size}.png`) })
        await page.getByRole('button', { name: /^EN \/ SW/ }).click()
      }
    }
    await page.setViewportSize(desktop)
    // Enter shall not press the switch.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  }
  await enter('628417')
  await expect(title).toHaveText('Choose a new passcode')
  await look('new passcode')
  await enter('593826')
  await expect(title).toHaveText('Enter the new passcode again')
  await look('again')
  await enter('593827')
  await expect(page.getByText('The two passcodes were not the same.')).toBeVisible()
  await look('differs')
  for (const pin of ['628417', '628417']) await enter(pin)
  await expect(page.getByText('This is your present passcode.')).toBeVisible()
  await expect(page.getByText('A till at which you worked')).toBeHidden()
  await look('refused')
  await enter('593826')
  await enter('593826')
  await expect(page.locator('.sell-cart')).toBeVisible()
  expect((await ask(page, 'workspace.state', {})).session?.user.id).toBe(id)
  await hub.stop()
})

test('the deputy takes over once the hub is silent', async ({ demoTill: { page, dataDir } }) => {
  // PostgreSQL has another user than a test that runs as root.
  chmodSync(dataDir, 0o711)
  const folder = temporaryFolder()
  const hub = await startHub(folder.path)
  await link(page, hub.address, hub.code)
  const row = page.getByRole('listitem').filter({ hasText: 'This till' })
  await row.getByRole('button', { name: 'Make it the deputy' }).click()
  await expectAccessible(page, 'name the deputy')
  await page.keyboard.press('F9')
  await expect(row).toContainText('It can take over as the hub.', { timeout: 60_000 })
  await expectInOrder(page, 'en', 'the deputy')
  await page.screenshot({ path: test.info().outputPath('deputy.png') })
  await hub.stop()
  folder.remove()

  const act = page.getByRole('button', { name: 'Take over as the hub of the branch' })
  await act.click({ timeout: 90_000 })
  const dialog = page.getByRole('alertdialog', { name: 'Take over as the hub?' })
  await expect(dialog).toContainText('The hub does not answer since')
  await expectInOrder(page, 'en', 'take over')
  await expectAccessible(page, 'take over')
  await page.screenshot({ path: test.info().outputPath('take-over.png') })
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await expect(page.getByRole('alertdialog')).toContainText('Kitovu hakijibu tangu')
  await expectInOrder(page, 'sw', 'take over')
  await page.screenshot({ path: test.info().outputPath('take-over-sw.png') })
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  await page.getByLabel('Passcode of').fill('1234')
  await page.keyboard.press('F9')
  await expect(page.getByText(/On since \d/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('The hub answers')).toBeVisible({ timeout: 60_000 })
  await page.screenshot({ path: test.info().outputPath('taken.png'), fullPage: true })
})
