/**
 * `npm run guide`: takes the pictures of the guide from the running till, in both languages, into
 * `renderer/public/guide/<language>/<page>.webp`. Time stands still in each picture, so that another run changes no
 * file without reason.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startGateway } from '../../core/cli/startGateway.ts'
import { readPages } from '../../core/http/pages.ts'
import { sandboxArguments } from '../../core/printing/printers/findBrowser.ts'
import { type PageName, pages } from '../../renderer/guide/pages.ts'
import { type Language, quoted, setLanguage } from '../../renderer/i18n/index.ts'
import { displayPage } from '../../renderer/window/customerDisplay.ts'
import { installedBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository } from '../support/process.ts'
import { memoryLog } from '../support/server.ts'
import { ask } from './steps.ts'

/** So many looks at the window must be the same. */
const restingLooks = 4
/** Bytes of one picture: a till keeps all of them in memory. */
const most = 60_000
const target = repository('renderer/public/guide')

/** Keeps what the window, or another page, shows, or the part of it that the selector names. */
type Take = (name: PageName, part?: string, other?: Page) => Promise<void>

/** A picture of what has come to rest: the window looks the same for a while. */
const atRest = async (page: Page, part: string): Promise<Buffer> => {
  const shown = page.locator(part)
  const shoot = () => shown.screenshot({ animations: 'disabled', caret: 'hide' })
  let last = await shoot()
  for (let same = 0; same < restingLooks; ) {
    await pause(50)
    const now = await shoot()
    same = now.equals(last) ? same + 1 : 0
    last = now
  }
  return last
}

/** The PNG as a WebP, encoded by the browser: the smaller of one without loss (1) and a good one, or a small enough one. */
const encode = async (encoder: Page, png: Buffer): Promise<Buffer> => {
  const at = async (quality: number) => {
    const url = await encoder.evaluate(
      async ({ data, quality }) => {
        const picture = await createImageBitmap(await (await fetch(data)).blob())
        const canvas = document.createElement('canvas')
        canvas.width = picture.width
        canvas.height = picture.height
        canvas.getContext('2d')?.drawImage(picture, 0, 0)
        return canvas.toDataURL('image/webp', quality)
      },
      { data: `data:image/png;base64,${png.toString('base64')}`, quality },
    )
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  }
  const [lossless, good] = [await at(1), await at(0.8)]
  const best = lossless.length < good.length ? lossless : good
  return best.length <= most ? best : at(0.65)
}

const timeOf = (time: string) => Date.parse(`2026-11-24T${time}:00+03:00`)

/** Whether two pictures look the same: a browser does not draw the edge of a letter alike each time. */
const looksAlike = (encoder: Page, pictures: Buffer[]): Promise<boolean> =>
  encoder.evaluate(
    async (sources) => {
      const [one, other] = await Promise.all(
        sources.map(async (source) => {
          const picture = await createImageBitmap(await (await fetch(source)).blob())
          const { width, height } = picture
          const context = new OffscreenCanvas(width, height).getContext('2d')
          context?.drawImage(picture, 0, 0)
          return context?.getImageData(0, 0, width, height)
        }),
      )
      if (!one || !other || one.width !== other.width || one.height !== other.height) return false
      const isOther = (value: number, index: number) => Math.abs(value - (other.data[index] ?? 0)) > 40
      return one.data.filter(isOther).length < 40
    },
    pictures.map((picture) => `data:image/webp;base64,${picture.toString('base64')}`),
  )

/** Sets all clocks of the till, milliseconds. They stand still until the next time. */
const setTill = (now: number): void => {
  Date.now = () => now
  performance.now = () => now - timeOf('00:00')
  os.uptime = () => performance.now() / 1000
  syncBuiltinESMExports()
}

/** Sets the clocks of the till and of its window to a time of one day. */
const setClock = async (page: Page, time: string): Promise<void> => {
  setTill(timeOf(time))
  await page.clock.setFixedTime(timeOf(time))
}

/** Waits for a state of the till, and lets the till's time pass for as long. */
const until = async (isThere: () => Promise<boolean>): Promise<void> => {
  for (let looks = 0; !(await isThere()); looks++) {
    if (looks === 200) throw new Error('The till does not come to that state')
    await pause(50)
    setTill(Date.now() + 50)
  }
}

interface Camera {
  take: Take
  goTo: (hash: string) => Promise<unknown>
  press: (label: string) => Promise<unknown>
  /** The item whose name begins so. */
  idOf: (name: string) => number
  allSent: () => Promise<void>
}

/** What managers do for the goods: labels, changes of many items, counts, orders, deliveries and transfers. */
const supply = async (page: Page, { take, goTo, press, idOf, allSent }: Camera) => {
  const choose = (label: string) => page.getByRole('radio', { name: quoted(label) }).click()
  const ofMenu = async (label: string) => {
    await press('imports:more')
    await page.getByRole('menuitem', { name: quoted(label) }).click()
  }
  const rows = () => page.locator('[data-index]').first().waitFor()

  await goTo('items?labels=list')
  await press('labels:unlabelled')
  await page.locator('.labels-preview > *').waitFor()
  await take('labels')

  await goTo('items')
  await ofMenu('bulk:open')
  await page.locator('.items-bulk-fields input').first().fill('5')
  await page.locator('.items-bulk-rows [data-index]').first().waitFor()
  await take('bulkChange', '.modal')
  await page.keyboard.press('Escape')
  const shelf = ['White bread 400', 'Milk, packet', 'Bar soap', 'Eggs, one'].map(idOf)
  const { items } = await ask(page, 'item.getMany', { ids: shelf })
  await ask(page, 'item.importRows', {
    rows: [
      { name: 'Mahamri', price: 10_00, taxType: 'A', itemClass: '5018190000' },
      { name: 'Kaimati', price: 12_50, taxType: 'A', itemClass: '5018190000' },
      ...items.map(({ code }) => ({ code, lowStock: 100_00 })),
    ],
    check: false,
    part: { requestId: 'a list of a baker', from: 0, total: 2 + items.length, fileName: 'items.csv' },
  })
  await ask(page, 'delivery.enter', {
    requestId: 'goods of a market',
    kind: 'purchased',
    supplierName: 'Soko la Muthurwa',
    lines: shelf.map((itemId) => ({ itemId, quantity: 5_00, unitCost: 20_00 })),
  })
  await allSent()
  await goTo('items?imports=all')
  await rows()
  await take('undoImport')

  await goTo('stock')
  await rows()
  await take('levels')

  const { id: count } = await ask(page, 'count.start', {
    scope: 'list',
    itemIds: shelf,
    requestId: 'count of a shelf',
  })
  const { levels } = await ask(page, 'stock.levels', {})
  await ask(page, 'count.enter', {
    id: count,
    entries: shelf.map((itemId, index) => ({
      uid: `entry of item ${itemId}`,
      itemId,
      quantity: (levels.find((level) => level.itemId === itemId)?.onHand ?? 0) - (index % 2) * 200,
    })),
  })
  await goTo(`stock?count=${count}`)
  await choose('stock:count.show.differing')
  await rows()
  await take('count')
  await ask(page, 'count.drop', { id: count, requestId: 'count is dropped' })

  await goTo('stock?order=new')
  await page.locator('.orders-line').first().waitFor()
  await take('order')

  await ask(page, 'delivery.fetch', {})
  const { invoices } = await ask(page, 'delivery.invoices', {})
  const [longest] = invoices.toSorted((a, b) => b.lines - a.lines)
  await goTo(`purchases?invoice=${longest?.id}`)
  await page.locator('.purchases-row').first().waitFor()
  await take('deliver')

  await ask(page, 'customs.fetch', {})
  await goTo('purchases?entry=1')
  await page.locator('.purchases-entry').waitFor()
  await take('customs')

  await ask(page, 'transfer.fetch', {})
  const { arrivals } = await ask(page, 'transfer.arrivals', {})
  await goTo(`transfers?arrival=${arrivals[0]?.id}`)
  await page.locator('.transfers-row').first().waitFor()
  await page.keyboard.press('F8')
  await take('receiveTransfer')
  await goTo('transfers?goods=send')
  await page.locator('.transfers-fields button').first().click()
  await page.getByRole('option').first().click()
  for (const [name, pieces] of Object.entries({ 'White bread 400': '12', 'Bar soap': '6' })) {
    await page.locator('.item-finder input').fill(name)
    await page.keyboard.press('Enter')
    await page.locator(`[data-item="${idOf(name)}"] input`).fill(pieces)
  }
  await take('sendTransfer')
}

/** Every picture, in the order of a day at the practice shop. */
const workADay = async (page: Page, take: Take) => {
  const at = (time: string) => setClock(page, time)
  const goTo = (hash: string) => page.evaluate((hash) => location.assign(`#/${hash}`), hash)
  const press = (label: string) =>
    page
      .getByRole('button', { name: quoted(label) })
      .first()
      .click()
  const close = async () => {
    await page.locator('.dialog-head .icon-button').click()
    await page.locator('.modal').waitFor({ state: 'hidden' })
  }
  const touch = async (...names: string[]) => {
    for (const name of names) await page.locator('.sell-card').filter({ hasText: name }).first().click()
  }
  const { items } = await ask(page, 'item.list', { filter: 'goods' })
  const idOf = (name: string) => items.find((item) => item.name.startsWith(name))?.id ?? 0
  const sell = async (time: string, method: '01' | '06', amount: number, goods: Record<string, number>) => {
    await at(time)
    const lines = Object.entries(goods).map(([name, pieces]) => ({
      itemId: idOf(name),
      quantity: pieces * 100,
    }))
    await ask(page, 'sale.complete', {
      lines,
      tenders: [{ method, amount: amount * 100 }],
      requestId: `sale at ${time}`,
    })
  }
  const allSent = () => until(async () => (await ask(page, 'status.get', {})).waiting === 0)

  // The hours between two pictures would lock the window.
  await ask(page, 'workspace.setLockAfter', { minutes: 0 })
  await allSent()
  await sell('08:05', '01', 500, { 'White bread 400': 2, 'Milk, packet': 1 })
  await sell('08:20', '06', 195, { 'Bar soap': 1 })
  await sell('08:47', '01', 1000, { 'Sugar, white 1': 1, 'Tea leaves': 1, 'Eggs, one': 6 })
  await allSent()

  await at('09:12')
  await page.reload()
  const display = await page.context().newPage()
  await display.setViewportSize({ width: 1024, height: 600 })
  await display.goto(new URL(displayPage, page.url()).href)
  await page.bringToFront()
  await touch('Bar soap', 'White bread 400', 'White bread 400', 'Milk, packet', 'Eggs, one', 'Soda 500')
  await take('sell')
  await display.locator('.display-sale').waitFor()
  await take('display', '.display', display)
  await display.close()
  await press('sell:cart.discount')
  await take('discount', '.modal')
  await close()
  await press('sell:cart.pay')
  await page.locator('.pay-notes button').nth(2).click()
  await take('cash')
  await press('payment:method.mobileMoney')
  await take('mpesa', '.sell-step')
  await press('payment:method.cash')
  await page.locator('.pay-exact').click()
  await page.locator('.pay-act').click()
  await page.locator('.done-acts .button[data-variant=primary]').click()
  await allSent()

  await page.keyboard.press('Shift+F2')
  await take('otherItem', '.modal')
  await close()
  await press('sell:arrange.open')
  await press('sell:arrange.newPage')
  for (const name of ['Bar soap', 'Eggs, one', 'White bread 400'])
    await page.locator('.sell-arrange-source button').filter({ hasText: name }).first().click()
  await take('arrange', '.modal')
  await close()

  await goTo('receipts')
  await page.locator('[data-index]').nth(1).click()
  await take('receipt')
  await press('receipts:action.credit')
  await take('refund', '.modal')
  await close()

  await goTo('shift')
  await page.locator('.receipt-paper, .shift-open').first().waitFor()
  await take('shift')
  await press('shift:close.act')
  await take('closeShift', '.modal')
  await close()

  await goTo('customers')
  await page.locator('.customers-list, [data-index]').first().waitFor()
  await take('customers')

  await goTo('items?create=6161100000012')
  await page.locator('.items-form input').first().fill('Mandazi')
  await take('addItem')
  await press('items:import.open')
  await page.locator('.modal input[type=file]').setInputFiles({
    name: 'items.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Price,Tax,Stock\nMahamri,10,A,40\nKaimati,12.50,A,60\nChapati,,A,30\n'),
  })
  await page.locator('.items-import-rows').waitFor()
  await take('importList', '.modal')
  await close()

  await goTo(`stock?adjust=count&item=${idOf('White bread 400')}`)
  await page.locator('.stock-adjust').waitFor()
  await take('adjust')

  await supply(page, { take, goTo, press, idOf, allSent })

  await ask(page, 'practice.set', { mode: 'offline' })
  await sell('10:04', '01', 100, { 'White bread 400': 1 })
  await sell('10:15', '06', 230, { 'Milk, packet': 1, 'Sugar, white 1': 1 })
  // For the window alone: the till would try again, and the picture would show the seconds until it does.
  await page.clock.setFixedTime(timeOf('10:31'))
  await page.reload()
  await goTo('queue')
  await take('offline')
  await ask(page, 'practice.set', { mode: 'normal' })
  await ask(page, 'queue.tryNow', {})
  await allSent()

  await ask(page, 'settings.save', { blockBelowStock: false })
  for (const time of ['10:38', '10:40']) await sell(time, '01', 10_000, { 'Eggs, tray': 15 })
  await until(async () => (await ask(page, 'status.get', {})).salesToFix === 2)
  await take('rejected')
  await goTo('activity')
  await take('activity')
  await goTo('settings')
  await take('settings')
  await goTo('settings?section=people')
  await press('settings:people.add')
  await take('people', '.modal')
  await close()
  await goTo('settings?section=approvals')
  await take('rights')
  await goTo('settings?section=tenders')
  await take('tenders')
  await goTo('settings?section=shop')
  await take('paper')
  const counter = { kind: 'network', host: '192.168.1.50', port: 9100 } as const
  const look = { columns: 48, paper: '80mm', codePage: 'cp858', cut: true, qr: 'printer' } as const
  await ask(page, 'printer.save', {
    ...{ name: 'Epson TM-T20', connection: counter, language: 'esc-pos', ...look },
    ...{ uses: ['receipts', 'reports'], drawer: true, failover: null },
  })
  await ask(page, 'settings.save', {
    printer: { kind: 'direct' },
    scale: { path: '/dev/ttyUSB0', protocol: 'continuous' },
  })
  await goTo('settings?section=printer')
  await page.locator('.printer-rows li').waitFor()
  await take('printer')
  await goTo('settings?section=serial')
  await take('scale')
  await goTo('settings?section=profiles')
  await press('settings:profiles.connect')
  await take('connect', '.modal')
  await close()

  await ask(page, 'training.start', {})
  await goTo('sell')
  await touch('Bar soap', 'White bread 400')
  await take('training')
}

const takeAll = async (browser: Browser, language: Language): Promise<void> => {
  setLanguage(language)
  const folder = temporaryFolder()
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const encoder = await context.newPage()
  await setClock(page, '07:50')
  const till = await startGateway({
    dataDir: folder.path,
    port: 0,
    log: memoryLog(),
    pages: readPages(repository('dist/renderer')),
  })
  await page.goto(till.windowUrl() ?? '')
  await page.locator('.doors').waitFor()
  await ask(page, 'workspace.tryItNow', { language })
  await page.reload()
  await page.locator('.sell-cart').waitFor()
  const missing = new Set((Object.keys(pages) as PageName[]).filter((name) => pages[name].picture))
  await workADay(page, async (name, part, other = page) => {
    await other.bringToFront()
    const webp = await encode(encoder, await atRest(other, part ?? '.shell'))
    if (webp.length > most) throw new Error(`${name}: ${webp.length} bytes, more than ${most}`)
    if (!missing.delete(name)) throw new Error(`The page ${name} shows no picture`)
    const file = `${target}/${language}/${name}.webp`
    if (!existsSync(file) || !(await looksAlike(encoder, [readFileSync(file), webp])))
      writeFileSync(file, webp)
  })
  if (missing.size > 0) throw new Error(`No picture of ${[...missing].join(', ')}`)
  await context.close()
  await till.close()
  folder.remove()
}

process.env['TZ'] = 'Africa/Nairobi'
// The waits between two attempts are otherwise of any length.
Math.random = () => 0.5
const executablePath = installedBrowser()
if (!executablePath) throw new Error('No browser is here: install Chromium')
const browser = await chromium.launch({ executablePath, chromiumSandbox: sandboxArguments().length === 0 })
for (const language of ['en', 'sw'] as const) {
  mkdirSync(`${target}/${language}`, { recursive: true })
  for (const file of readdirSync(`${target}/${language}`))
    if (!pages[file.replace('.webp', '') as PageName]?.picture) rmSync(`${target}/${language}/${file}`)
  await takeAll(browser, language)
}
await browser.close()
process.exit(0)
