/** The acts of people at a till, by the words that they read there. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { itemsAtOnce } from '../../core/contract/bounds.ts'
import type { Reply } from '../../core/contract/errors.ts'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import { type OurStock, ourStock, type TheirStock, unequalStock } from '../support/equalStock.ts'
import type { Practice } from '../support/practice.ts'
import { expect, type Till } from './till.ts'

type ScreenWord = 'Sell' | 'Receipts' | 'Items' | 'Stock' | 'KRA' | 'Activity' | 'Settings'

export const ownerPin = '471362'

/** The device that the authority approved for the shop of these stories. */
const approved = { taxpayerPin: 'P051234567X', branchId: '00', deviceSerial: 'KT-2026-0001' }

/** Cents and hundredths. */
export interface Goods {
  code: string
  name: string
  price: number
  taxType: 'A' | 'B' | 'C' | 'D' | 'E'
  stock: number
}

/** Bar soap, in the authority's list. */
export const soapClass = '5313160900'

/** Goods of a shop of its own. */
export const soap: Goods = {
  code: '6161100000012',
  name: 'Bar soap 800 g',
  price: 195_00,
  taxType: 'B',
  stock: 20_00,
}
export const bread: Goods = {
  code: '6161100000029',
  name: 'White bread 400 g',
  price: 69_95,
  taxType: 'C',
  stock: 20_00,
}

/** Goods of the demo shop. */
export const demo = {
  bread: { code: '6169900000016', name: 'White bread 400 g' },
  milk: { code: '6169900000047', name: 'Milk, packet 500 ml' },
  soap: { code: '6169900000412', name: 'Bar soap 800 g' },
  soda: { code: '6169900000269', name: 'Soda 500 ml' },
} as const

/** The documents that the authority has accepted, in order. Amounts are shillings, quantities whole units. */
interface Ledger {
  sales: {
    number: number
    request: {
      trdInvcNo: string
      rcptTyCd: 'S' | 'R'
      orgInvcNo: number
      totTaxblAmt: number
      totTaxAmt: number
      totAmt: number
    }
    receipt: {
      curRcptNo: number
      totRcptNo: number
      rcptSign: string
      intrlData: string
      sdcDateTime: string
    }
  }[]
  items: { request: { taxTyCd: string } }[]
  stock: TheirStock[]
}

export const ledgerOf = (authority: Practice) => authority.control<Ledger>('GET', '/ledger')

/**
 * Asks the core what the window may ask it, of the profile that the till works in. Stories use it to make things ready
 * and to look, not to act.
 */
export async function ask<N extends OperationName>(
  page: Page,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const reply = await page.evaluate(
    async ([name, input]): Promise<unknown> => {
      type Call = (name: string, input: unknown, appId?: string) => Promise<unknown>
      const overHttp: Call = async (name, input, appId) => {
        const response = await fetch('/bridge/call', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name, input, appId }),
        })
        return response.json()
      }
      const { kaunta = { call: overHttp } } = globalThis as { kaunta?: { call: Call } }
      const state = (await kaunta.call('workspace.state', {})) as Reply<OutputOf<'workspace.state'>>
      return kaunta.call(name, input, (state.ok && state.data.currentProfile?.id) || undefined)
    },
    [name, input] as const,
  )
  const { ok, ...answer } = reply as Reply<OutputOf<N>>
  if (!ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
  return (answer as { data: OutputOf<N> }).data
}

/** Makes items out of rows of a list, as many at once as the core takes. */
export async function importGoods(
  page: Page,
  itemClass: string,
  rows: InputOf<'item.importRows'>['rows'],
): Promise<void> {
  for (let from = 0; from < rows.length; from += itemsAtOnce)
    await ask(page, 'item.importRows', {
      rows: rows.slice(from, from + itemsAtOnce),
      check: false,
      itemClass,
    })
}

const rowsOf = <R>(file: string, sql: string): R[] => {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows as R[]
}
/** The ledger in the file of the practice authority that runs inside the till. */
const insideLedger =
  'select bhf_id as bhfId, item as itemCd, on_hand / 100.0 as onHand, sold / 100.0 as soldNotMoved from stock'

/**
 * Nothing waits, and the stock of the shop that the window shows is the authority's, item by item to the hundredth.
 * `authority`: absent in the practice shop, whose authority is inside the till.
 */
export async function expectEqualStock({ page, dataDir }: Till, authority?: Practice): Promise<void> {
  await expect.poll(async () => (await ask(page, 'status.get', {})).waiting).toBe(0)
  const { currentProfile } = await ask(page, 'workspace.state', {})
  const fileOf = (name: string) => join(dataDir, 'apps', currentProfile?.id ?? '', name)
  const theirs = authority
    ? (await ledgerOf(authority)).stock
    : rowsOf<TheirStock>(fileOf('practice.db'), insideLedger)
  const ours = rowsOf<OurStock>(fileOf('till.db'), ourStock)
  expect(ours.length).toBeGreaterThan(0)
  expect(unequalStock(ours, theirs, currentProfile?.branchId)).toEqual([])
}

/** The second door, to the till: owner, shop, device and its answer. Goods and printer come later; no shifts. */
export async function connectShop(page: Page, authorityUrl: string): Promise<void> {
  await nameShop(page)
  await describeDevice(page, { authorityUrl })
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('KRA answered')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText(/^KRACU\d+$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByText('A sale needs an open shift').click()
  await page.getByRole('button', { name: 'Go to the till' }).click()
  await expect(cart(page)).toBeVisible()
}

/** From the doors to the step of the device. */
export async function nameShop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByLabel('Your name').fill('Amina')
  await page.getByLabel('Passcode', { exact: true }).fill(ownerPin)
  await page.getByLabel('Passcode again').fill(ownerPin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Shop name').fill('Duka la Amina')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Fills in what the authority approved for a till. */
export async function describeDevice(
  page: Page,
  { name, authorityUrl }: { name?: string; authorityUrl: string },
): Promise<void> {
  if (name) await page.getByLabel('Shop name on this computer').fill(name)
  await page.getByLabel('Tax PIN of the shop').fill(approved.taxpayerPin)
  await page.getByLabel('Branch number').fill(approved.branchId)
  await page.getByLabel('Device serial number').fill(approved.deviceSerial)
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByLabel('KRA address').fill(authorityUrl)
}

export async function enterPin(page: Page, pin: string): Promise<void> {
  for (const figure of pin) await page.getByRole('button', { name: figure, exact: true }).click()
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** By a PIN that is right: the till is there afterwards, and a scan becomes a line. */
export async function unlock(page: Page, pin: string): Promise<void> {
  await enterPin(page, pin)
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeHidden()
}

export async function goTo(page: Page, screen: ScreenWord): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()
  const heading = page.getByRole('main', { name: screen }).getByRole('heading', { level: 1, name: screen })
  await expect(heading.first()).toBeVisible()
}

export const bar = (page: Page): Locator => page.getByRole('banner').first()
export const cart = (page: Page): Locator => page.getByRole('complementary', { name: 'The sale' })
export const lines = (page: Page): Locator =>
  cart(page).getByRole('list', { name: 'Lines of the sale' }).getByRole('listitem')
/** The paper, as it will print. */
export const paper = (page: Page): Locator => page.getByLabel('Receipt preview')
/** The line of a list that has a name of its own: an item's, or `Sale T1-2`. */
export const row = (page: Page, name: string): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

/** The card of a cause on the KRA screen. */
export const cause = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text })
/** From the KRA screen to the documents of every kind. */
export async function allDocuments(
  page: Page,
  filter: 'To fix' | 'Waiting' | 'Sent today' | 'All',
): Promise<void> {
  await page.getByRole('button', { name: 'All documents' }).click()
  await page.getByRole('radio', { name: filter }).click()
}

/** Seconds between two keys of a scanner. */
const scannerGap = 0.005

/**
 * Keys that do not wait until the window has dealt with the one before, as those of Playwright's keyboard do: they are
 * sent all at once, each with its time. `rhythm`: seconds from each to the next, over and over.
 */
const timedKeys = (keys: readonly string[], rhythm: readonly number[]) => {
  let timestamp = Date.now() / 1000
  return keys.map((key, index) => {
    const event = { key, timestamp }
    timestamp += rhythm[index % rhythm.length] ?? 0
    const pressed = key === 'Enter' ? { text: '\r', windowsVirtualKeyCode: 13 } : { text: key }
    return [
      { type: 'keyDown', ...event, ...pressed },
      { type: 'keyUp', ...event },
    ] as const
  })
}

const press = (session: CDPSession, keys: ReturnType<typeof timedKeys>) =>
  Promise.all(keys.flat().map((event) => session.send('Input.dispatchKeyEvent', event)))

/** As a person types, see {@link timedKeys}. */
export async function typeInRhythm(page: Page, text: string, rhythm: readonly number[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await press(session, timedKeys([...text], rhythm))
  await session.detach()
}

/** As a scanner does it: the code in one burst, then Enter. */
export const scan = (page: Page, code: string, gap = scannerGap): Promise<void> =>
  scanInPieces(page, code, 0, gap)

/** A scan whose keys a busy computer brings in two pieces, the second 800 ms after the first. */
export async function scanInPieces(
  page: Page,
  code: string,
  firstPiece: number,
  gap = scannerGap,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const keys = timedKeys([...code, 'Enter'], [gap])
  if (firstPiece > 0) {
    await press(session, keys.slice(0, firstPiece))
    await page.waitForTimeout(800)
  }
  await press(session, keys.slice(firstPiece))
  await session.detach()
}

/** From the sale to its receipt: exact cash. Answers the sale's number. */
export async function payCash(page: Page): Promise<string> {
  await page.keyboard.press('F9')
  await page.getByRole('button', { name: /^Complete sale/ }).click()
  const heading = page.getByRole('heading', { name: /^Sale / })
  await expect(heading).toBeVisible()
  return (await heading.innerText()).slice('Sale '.length)
}

/** Scans each code and takes the exact cash for them. Answers the sale's number; its receipt is on the screen. */
export async function sell(page: Page, ...codes: string[]): Promise<string> {
  for (const [index, code] of codes.entries()) {
    await scan(page, code)
    await expect(cart(page)).toContainText(index === 0 ? '1 unit' : `${index + 1} units`)
  }
  return payCash(page)
}

export async function nextSale(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New sale' }).click()
  await expect(cart(page)).toContainText('Last sale')
}

/** Makes goods of a barcode that nobody knows yet, from its scan on Sell, and comes back to Sell. */
export async function makeGoods(
  page: Page,
  { code, name, price, tax, stock }: Record<'code' | 'name' | 'price' | 'tax' | 'stock', string>,
): Promise<void> {
  await scan(page, code)
  await expect(page.getByRole('alert')).toContainText(`Unknown barcode ${code}`)
  await page.getByRole('button', { name: 'Create item' }).click()
  await expect(page.getByLabel('Barcode')).toHaveValue(code)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Price', { exact: true }).fill(price)
  await choose(page, 'Tax letter', tax)
  await page.getByLabel('In stock now').fill(stock)
  await page.getByRole('button', { name: /^Choose KRA category/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save item' }).click()
  await page.getByRole('button', { name: 'Back to Sell' }).click()
  await expect(cart(page)).toBeVisible()
}

/** One of the options of a list that opens. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

export const connection = (authorityUrl: string) => ({
  name: 'Duka la Amina',
  environment: 'sandbox' as const,
  authorityUrl,
  ...approved,
})

/** A shop at an authority of its own with goods on its shelf, made ready without the screens. */
export async function startShop(page: Page, authorityUrl: string, goods: readonly Goods[]): Promise<void> {
  await ask(page, 'workspace.createOwner', { name: 'Amina', pin: ownerPin })
  const profile = await ask(page, 'profile.create', connection(authorityUrl))
  await ask(page, 'profile.switch', { id: profile.id })
  await ask(page, 'device.initialize', {})
  await ask(page, 'firstRun.save', { step: 'over' })
  for (const { code, name, price, taxType, stock } of goods) {
    await ask(page, 'item.save', {
      name,
      barcode: code,
      price,
      taxType,
      type: '2',
      itemClass: soapClass,
      opening: stock,
    })
  }
  // An authority that goes offline while it gets the goods would leave them to be checked.
  await expect.poll(async () => (await ask(page, 'status.get', {})).waiting).toBe(0)
  await page.reload()
  await expect(page.locator('.sell-cart')).toBeVisible()
}

/** The pages sent to the window's print dialogue from now on. */
export async function catchPrints(page: Page): Promise<() => Promise<string[]>> {
  const catchThem = () => {
    const printed: string[] = []
    Object.assign(globalThis, { printed })
    const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        const inside = own?.get?.call(this) as Window
        inside.print = () => void printed.push(inside.document.body.textContent ?? '')
        return inside
      },
    })
  }
  await page.evaluate(catchThem)
  return () => page.evaluate(() => (globalThis as unknown as { printed: string[] }).printed)
}

/** Calls by which a window would hear of a switch, or of another person, before its own person acts. */
const meanwhile = ['session.touched', 'sale.keepDraft']

/** From now on no event reaches the window, nor the failure of a call that it makes by itself. */
export async function hearNothing(page: Page) {
  await page.route('**/bridge/events', () => undefined)
  await page.route('**/bridge/call', (route) => {
    const isOwn = meanwhile.includes(route.request().postDataJSON().name)
    return isOwn ? route.fulfill({ json: { ok: true, data: {} } }) : route.fallback()
  })
  await page.reload()
  await expect(cart(page)).toBeVisible()
}

/** For the first time since the page was loaded. Kinds of payment that come late would tell the window of a switch. */
export async function openPayment(page: Page) {
  const kinds = page.waitForResponse((answer) => !!answer.request().postData()?.includes('"reference.codes"'))
  await page.keyboard.press('F9')
  await kinds
}

/** By Tab alone. */
export async function tabTo(what: Locator): Promise<void> {
  const { keyboard } = what.page()
  const isFocused = () => what.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) await keyboard.press('Tab')
  await expect(what).toBeFocused()
}
