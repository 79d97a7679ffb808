/** Every screen in every look: readable by everybody, in one language, nothing cut, all of it for a finger. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectInOrder, type Language } from './inOrder.ts'
import { ask, demo, nextSale, sell, startShop } from './steps.ts'
import { expect, test } from './till.ts'

/** Kiswahili has the longer words, so it gets the narrow window. Axe needs each theme once. */
const looks = {
  en: { colorScheme: 'light', width: 1366 },
  sw: { colorScheme: 'dark', width: 1024 },
} as const

interface State {
  name: string
  /** Shows it; undefined: it is on the screen already. */
  show?: (page: Page) => Promise<unknown>
  /** The element that exists once the screen is drawn. */
  ready: string
  leave?: (page: Page) => Promise<unknown>
  /** How the window gets its other language there; undefined: by a call of the session. */
  switchLanguage?: (page: Page) => Promise<unknown>
}

const at = (hash: string, ready = '.page h1'): State => ({
  name: hash,
  show: (page) => page.evaluate((hash) => location.assign(`#/${hash}`), hash),
  ready,
})

/** Something over the sale, opened by a key and left by Esc. */
const overSale = (key: string, ready = '.modal'): State => ({
  name: `sell ${key}`,
  show: (page) => page.keyboard.press(key),
  ready,
  leave: async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.locator(ready)).toBeHidden()
  },
})

/** Opens each screen once, and looks at it in both languages. The next screen begins with the present language. */
async function expectAllInOrder(page: Page, states: readonly State[]) {
  const shown = page.locator('html')
  const inLanguage = async (language: Language, where: string, rules?: string[]) => {
    const { colorScheme, width } = looks[language]
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 768 })
    await expectInOrder(page, language, where)
    await expectAccessible(page, where, rules)
  }
  for (const { name, show, ready, leave, switchLanguage } of states) {
    await show?.(page)
    await expect(page.locator(ready).first()).toBeVisible()
    const first = (await shown.getAttribute('lang')) === 'sw' ? 'sw' : 'en'
    await inLanguage(first, `${name} ${first}`)
    const language = first === 'sw' ? 'en' : 'sw'
    await (switchLanguage?.(page) ?? ask(page, 'workspace.setLanguage', { language }))
    await expect(shown).toHaveAttribute('lang', language)
    await expect(page.locator(ready).first()).toBeVisible()
    // The other language is the other theme: of axe's rules only contrast depends on that.
    await inLanguage(language, `${name} ${language}`, ['color-contrast'])
    await leave?.(page)
  }
}

const settingsSections = [
  ...['profiles', 'device', 'reference', 'shop', 'printer', 'display', 'serial', 'scanner'],
  ...[
    'scale',
    'selling',
    'tenders',
    'backup',
    'people',
    'approvals',
    'software',
    'diagnostics',
    'outage',
    'look',
    'hub',
  ],
].map((section) => at(`settings?section=${section}`, '.settings-section h2'))

/** A dialogue of the keys of other software, opened by its button. */
const overKeys = (button: string): State => ({
  name: `settings?section=software ${button}`,
  show: async (page) => {
    await page.evaluate(() => location.assign('#/settings?section=software'))
    await page.locator(`.settings-keys ${button}`).first().click()
  },
  ready: '.modal',
  leave: async (page) => {
    // Esc does not close the only sight of a key.
    await page.locator('.dialog-head .icon-button').click()
    await expect(page.locator('.modal')).toBeHidden()
  },
})

/** The only sight of a key, after its name was asked for. */
const newKey: State = {
  ...overKeys('.settings-amounts .button:first-child'),
  name: 'settings?section=software, a new key',
  show: async (page) => {
    await page.evaluate(() => location.assign('#/settings?section=software'))
    await page.locator('.settings-amounts .button:first-child').click()
    await page.locator('.modal input').first().fill('Odoo')
    await page.keyboard.press('Enter')
  },
  ready: '.settings-key',
}

/** The guide lists the keys in the language in which it was opened. */
const guide: State = {
  ...overSale('F1'),
  switchLanguage: async (page) => {
    const language = (await page.locator('html').getAttribute('lang')) === 'sw' ? 'en' : 'sw'
    await page.keyboard.press('Escape')
    await ask(page, 'workspace.setLanguage', { language })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.keyboard.press('F1')
  },
}

/** Payment of a sale on credit whose buyer is not named. */
const onCredit: State = {
  ...overSale('Shift+F6', '.pay-owing'),
  name: 'sell F9 Shift+F6',
  show: async (page) => {
    await page.keyboard.press('F9')
    await expect(page.locator('.pay-with')).toBeVisible()
    await page.keyboard.press('Shift+F6')
  },
}

/** The day's report, over the receipts. */
const dayReport: State = {
  name: "the day's report",
  show: async (page) => {
    await page.evaluate(() => location.assign('#/receipts'))
    await page.locator('.page-acts .button').last().click()
  },
  ready: '.modal .receipt-paper',
  leave: async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.locator('.modal')).toBeHidden()
  },
}

/** The days of a month, over the receipts. */
const calendar: State = {
  name: 'a calendar',
  show: (page) => page.locator('.receipts-day .button:not(.icon-button)').click(),
  ready: '.day-cell[data-now]',
  leave: async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.locator('.day-cell')).toHaveCount(0)
  },
}

/** The count is in; it differs, and things are carried over. */
const closing: State = {
  name: 'a shift before it closes',
  show: async (page) => {
    await page.keyboard.press('F9')
    await page.locator('.shift-note input').first().fill('3')
    await page.keyboard.press('F9')
  },
  ready: '.shift-carried',
  leave: async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.locator('.modal')).toBeHidden()
  },
}

/** The question before the till works in its other profile. */
const switching: State = {
  name: 'switch the profile',
  show: async (page) => {
    await page.evaluate(() => location.assign('#/settings?section=profiles'))
    await page.locator('.settings-profile .button').last().click()
  },
  ready: '.modal',
  leave: async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.locator('.modal')).toBeHidden()
  },
}

/** A refund over the sale's receipt: all of it, then nothing. */
const credit = (sale: number): State[] => [
  {
    name: 'what comes back',
    show: async (page) => {
      await page.evaluate((sale) => location.assign(`#/receipts?invoice=${sale}`), sale)
      await page.locator('.receipts-act').last().click()
    },
    ready: '.receipts-credit-line',
  },
  {
    name: 'nothing comes back',
    show: (page) => page.locator('.receipts-credit-quick .button').last().click(),
    ready: '.receipts-credit-line[data-nothing]',
    leave: async (page) => {
      await page.keyboard.press('Escape')
      await expect(page.locator('.modal')).toBeHidden()
    },
  },
]

const list = 'itemNm,dftPrc,taxTyCd\nMahamri,10,A\nKaimati,,\nKaimati,"12,50",A\n'

/** A list of items before it is imported, over the items: what it is for, then what would become of a file. */
const importing: State[] = [
  {
    name: 'import a list',
    show: async (page) => {
      await page.evaluate(() => location.assign('#/items'))
      await page.locator('.page-acts .button').nth(1).click()
    },
    ready: '.items-import-example',
  },
  {
    name: 'a list, looked through',
    show: (page) =>
      page
        .locator('.modal input[type=file]')
        .setInputFiles({ name: 'orodha.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }),
    ready: '.items-import-rows',
    leave: async (page) => {
      await page.keyboard.press('Escape')
      await expect(page.locator('.modal')).toBeHidden()
    },
  },
]

/** Something over a screen that Esc closes. */
const over = (name: string, hash: string, open: (page: Page) => Promise<unknown>, ready: string): State => ({
  name,
  show: async (page) => {
    await page.evaluate((hash) => location.assign(`#/${hash}`), hash)
    await open(page)
  },
  ready,
  leave: async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.locator('.modal')).toBeHidden()
  },
})

const bulk = over(
  'a change of many items',
  'items',
  async (page) => {
    await page.locator('.page-acts .button').last().click()
    await page.getByRole('menuitem').nth(1).click()
  },
  '.items-bulk-rows [data-index]',
)
const pastImport = over(
  'a past import',
  'items?imports=all',
  (page) => page.locator('.page [data-index]').first().click(),
  '.modal [data-index]',
)
const prices = over(
  'prices and costs of an item',
  'items?item=1',
  (page) => page.locator('.side-panel-body > .button').last().click(),
  '.modal [data-index]',
)

/** Labels of items that have none at their price. */
const labels: State = {
  name: 'labels',
  show: async (page) => {
    await page.evaluate(() => location.assign('#/items?labels=list'))
    await page.locator('.labels-sources .button').first().click()
  },
  ready: '.labels-preview',
}

/** Somebody switches the till to its other profile, and not on the screens of this window. */
async function switchElsewhere(page: Page) {
  const { profiles } = await ask(page, 'profile.list', {})
  await ask(page, 'profile.switch', { id: profiles.find(({ current }) => !current)!.id })
  await expect(page.locator('.modal')).toBeVisible()
}

/** The window's message; the window works as before once the message is dismissed. */
const switched: State = {
  name: 'switched elsewhere',
  show: switchElsewhere,
  ready: '.modal',
  leave: async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.locator('.modal')).toBeHidden()
    await switchElsewhere(page)
    await page.keyboard.press('Escape')
    await expect(page.locator('.modal')).toBeHidden()
  },
}

/** A customer of the demo shop who may buy on credit. */
const debtor = 4

/** The demo shop in the middle of a day: signed, refused and kept sales, one parked, and one of 30 lines on the counter. */
async function workADay(page: Page) {
  const { items } = await ask(page, 'item.list', { filter: 'goods' })
  const linesOf = (from: number, to: number) =>
    items.slice(from, to).map(({ id: itemId }) => ({ itemId, quantity: 100 }))
  const sell = (from: number, to: number) =>
    ask(page, 'sale.complete', {
      lines: linesOf(from, to),
      tenders: [{ method: '01', amount: 10_000_00 }],
      requestId: `sale of ${from} to ${to}`,
    })
  const owed = async () => ask(page, 'status.get', {})
  const { invoiceId: sale } = await sell(0, 5)
  await ask(page, 'delivery.fetch', {})
  await ask(page, 'customs.fetch', {})
  const { invoices } = await ask(page, 'delivery.invoices', {})
  const { id: arrived } = await ask(page, 'delivery.enter', {
    requestId: 'from the market',
    kind: 'purchased',
    supplierName: 'Soko la Muthurwa',
    // Dearer than it is sold.
    lines: [{ itemId: 1, quantity: 10_00, unitCost: 500_00 }],
  })
  await ask(page, 'order.make', {
    requestId: 'for next week',
    supplierName: 'Soko la Muthurwa',
    lines: [{ itemId: 1, quantity: 10_00 }],
  })
  await ask(page, 'item.importRows', {
    rows: [{ name: 'Mahamri', price: 10_00, taxType: 'A', itemClass: '5018190000' }],
    check: false,
    part: { requestId: 'a list of one', from: 0, total: 1, fileName: 'orodha.csv' },
  })
  await ask(page, 'count.start', { scope: 'list', itemIds: [1, 2], requestId: 'of a shelf' })
  await ask(page, 'count.enter', { id: 1, entries: [{ uid: 'the first entry', itemId: 1, quantity: 3_00 }] })
  await ask(page, 'transfer.fetch', {})
  const { arrivals } = await ask(page, 'transfer.arrivals', {})
  const { id: sent } = await ask(page, 'transfer.send', {
    requestId: 'to a branch',
    branchId: '02',
    lines: [{ itemId: 1, quantity: 1_00 }],
  })
  await expect.poll(async () => (await owed()).waiting, { timeout: 30_000 }).toBe(0)
  await ask(page, 'practice.set', { mode: 'refusesNextSale' })
  const { invoiceId } = await sell(5, 7)
  await expect.poll(async () => (await owed()).needsPerson).toBe(1)
  const { submissionId: refused } = await ask(page, 'invoice.get', { id: invoiceId })
  await ask(page, 'practice.set', { mode: 'offline' })
  for (const n of [1, 2, 3]) await sell(n, n + 3)
  const [item] = items
  await ask(page, 'sale.complete', {
    lines: linesOf(0, 1),
    buyer: { customerId: debtor },
    tenders: [{ method: '02', amount: item?.price ?? 0 }],
    requestId: 'sale on credit',
  })
  await ask(page, 'sale.park', { cart: { lines: linesOf(0, 2) } })
  await ask(page, 'sale.park', { cart: { lines: linesOf(10, 40) } })
  await page.keyboard.press('Shift+F4')
  await expect(page.locator('.sell-parked li')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.locator('.sell-line')).toHaveCount(30)
  const supplied = invoices.find(({ number }) => number === '15033')?.id
  return { sale, refused, supplied, arrived, arriving: arrivals[0]?.id, sent }
}

test('every screen on a busy day is in order in both languages', async ({ demoTill: till }) => {
  test.setTimeout(300_000)
  const { page } = till
  const { sale, refused, supplied, arrived, arriving, sent } = await workADay(page)
  await ask(page, 'profile.createPractice', { name: 'Duka B' })
  await expectAllInOrder(page, [
    at('sell', '.sell-line'),
    overSale('F3'),
    overSale('F6'),
    overSale('F7'),
    overSale('F8'),
    overSale('Shift+F4'),
    guide,
    overSale('F9', '.pay-with'),
    onCredit,
    at('receipts', '[data-index]'),
    calendar,
    at(`receipts?invoice=${sale}`, '.receipt-paper'),
    ...credit(sale),
    dayReport,
    at('shift', '.shift-paper'),
    overSale('F6'),
    overSale('F8'),
    closing,
    at('shift?tab=list', '[data-index]'),
    at('customers', '[data-index]'),
    at(`customers?customer=${debtor}`, '.customers-entries li'),
    overSale('F4'),
    overSale('F6', '.receipt-paper'),
    overSale('F7'),
    at('items', '[data-index]'),
    ...importing,
    labels,
    bulk,
    at('items?imports=all', '[data-index]'),
    pastImport,
    prices,
    at('items?item=1', '.items-form'),
    at('items?create=6009999999999', '.items-form'),
    {
      name: 'items?create=6009999999999, begun',
      show: async (page) => {
        await page.evaluate(() => location.assign('#/items?create=6009999999999'))
        await page.locator('.items-form input').first().fill('Kitu')
      },
      ready: '.side-panel-acts .button:nth-child(2)',
    },
    at('stock', '[data-index]'),
    at('stock?movements=all', '[data-index]'),
    at('stock?adjust=received&item=1', '.stock-adjust'),
    at('stock?movements=1', '.stock-orders .button'),
    at('stock?count=all', '[data-index]'),
    at('stock?count=1', '[data-index]'),
    at('stock?order=new', '.orders-fields'),
    at('stock?order=all', '[data-index]'),
    at('stock?order=1', '[data-index]'),
    at('purchases', '[data-index]'),
    at(`purchases?invoice=${supplied}`, '.purchases-row'),
    {
      name: 'an item for a line of an invoice',
      show: (page) => page.locator('.purchases-row .button').first().click(),
      ready: '.modal .item-finder .button',
      leave: async (page) => {
        await page.keyboard.press('Escape')
        await expect(page.locator('.modal')).toBeHidden()
      },
    },
    at('purchases?enter=new', '.purchases-fields'),
    at('purchases?deliveries=all', '[data-index]'),
    at('purchases?customs=all', '[data-index]'),
    at('purchases?entry=1', '.purchases-entry'),
    at(`purchases?delivery=${arrived}`, '.facts'),
    at('transfers', '[data-index]'),
    at(`transfers?arrival=${arriving}`, '.transfers-row'),
    at('transfers?goods=send', '.transfers-fields'),
    at('transfers?list=out', '[data-index]'),
    at(`transfers?transfer=${sent}`, '.facts'),
    at('queue', '.queue-cause'),
    at('queue?view=all', '[data-index]'),
    at(`queue?document=${refused}`, '.queue-correct'),
    at('activity', '[data-index]'),
    at('activity?about=void', '.empty'),
    at('settings', '.settings-group a'),
    ...settingsSections,
    overKeys('.settings-amounts .button:first-child'),
    newKey,
    overKeys('.settings-amounts .button:last-child'),
    overKeys('li .button'),
    switching,
    switched,
  ])
})

/** As the first run shows them. */
const steps = ['owner', 'shop', 'device', 'goods', 'printer']
test('every screen of a new shop is in order in both languages', async ({ till, authority }) => {
  const { page } = till
  await expectAllInOrder(page, [{ name: 'doors', ready: '.doors' }])
  await page.locator('.door .button').nth(1).click()
  await expectAllInOrder(page, [{ name: 'owner', ready: '.step' }])
  await startShop(page, authority.url, [])
  await ask(page, 'firstRun.save', { step: 'restore' })
  await expect(page.getByRole('button', { name: /backup$|nakala$/ })).toBeVisible()
  await expectAllInOrder(page, [{ name: 'restore', ready: '.step' }])
  for (const step of ['shop', 'device', 'goods', 'printer'] as const) {
    await ask(page, 'firstRun.save', { step })
    await expect(page.locator('.steps li').nth(steps.indexOf(step))).toHaveAttribute('aria-current', 'step')
    if (step === 'goods') await page.getByRole('radio').first().click()
    await expectAllInOrder(page, [{ name: step, ready: '.step' }])
  }
  await ask(page, 'firstRun.save', { step: 'over' })
  await expectAllInOrder(page, [
    at('sell', '.sell-cart'),
    at('receipts', '.empty'),
    at('shift', '.empty'),
    at('items', '.empty'),
    at('stock', '.empty'),
    at('queue', '.queue-sent'),
  ])
  await page.keyboard.press('Control+l')
  await expectAllInOrder(page, [
    {
      name: 'unlock',
      ready: '.unlock-pin',
      switchLanguage: (page) => page.getByRole('button', { name: 'EN / SW' }).click(),
    },
  ])
})

test('a setting is found by a word behind its row, and opened by keys alone', async ({ demoTill: till }) => {
  const { page } = till
  await page.evaluate(() => location.assign('#/settings'))
  const rows = page.locator('.settings-group').getByRole('link')
  await expect(rows.filter({ hasText: 'Language & theme' })).toContainText('English')
  await page.keyboard.press('F2')
  await page.keyboard.type('greeting', { delay: 60 })
  await expect(rows).toHaveText(['Shop & receiptMama Njeri Stores · 80 mm roll'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Greeting at the top')).toBeVisible()
})

test('the receipt of the last sale is a touch away on a low screen', async ({ demoTill: till }) => {
  const { page } = till
  await page.setViewportSize({ width: 1024, height: 600 })
  await sell(page, demo.bread.code)
  await nextSale(page)
  const inSight = await page.evaluate(() => {
    const receipt = document.querySelector('.sell-last .button')?.getBoundingClientRect()
    const count = document.querySelector('.sell-totals')?.getBoundingClientRect()
    return receipt !== undefined && count !== undefined && receipt.bottom <= count.top
  })
  expect(inSight).toBe(true)
})

test('the last line, the total and Pay stay in sight, however long the sale is', async ({
  demoTill: till,
}) => {
  const { page } = till
  await workADay(page)
  for (const width of [1366, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    const pay = page.getByRole('button', { name: /^Pay/ })
    await expect(pay).toBeInViewport({ ratio: 1 })
    expect((await pay.boundingBox())?.height).toBeGreaterThanOrEqual(72)
    await expect(page.locator('.sell-totals output')).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.sell-line').last()).toBeInViewport({ ratio: 1 })
  }
})
