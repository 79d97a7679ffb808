/** Every screen in every look: readable by everybody, nothing cut, everything large enough for a finger. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ask, cart, demo, openDemoShop, sell } from './steps.ts'
import { expect, test } from './till.ts'

const sizes = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
]
const themes = ['light', 'dark'] as const

/** The address of a screen, and what stands there once it is drawn. */
type Place = [hash: string, ready: string]

const settings = [
  'profiles',
  'device',
  'reference',
  'shop',
  'printer',
  'scanner',
  'scale',
  'selling',
  'people',
  'outage',
  'look',
]

const places = ({ refused, sale }: { refused: number; sale: number }): Place[] => [
  ['sell', '.sell-total'],
  ['receipts', '[role=row][data-index]'],
  [`receipts?invoice=${sale}`, '.receipt-paper'],
  ['items', '[role=row][data-index]'],
  ['items?item=1', '.items-form'],
  ['items?create=6009999999999', '.items-form'],
  ['stock', '[role=row][data-index]'],
  ['stock?movements=all', '[role=row][data-index]'],
  ['stock?adjust=received&item=1', '.stock-adjust'],
  ['queue', '[role=row][data-index]'],
  [`queue?document=${refused}`, '.queue-mend'],
  ...settings.map((section): Place => [`settings?section=${section}`, '.settings-section h2']),
]

/** What is smaller than a finger. Links inside a sentence and what is not drawn do not count. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const wanted = 'button, a[href], input, select, textarea, summary, [role=switch], [role=radio], [role=option]'
    const areas = [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
      // A field is as large as the box that takes the touch for it.
      const area = element.closest('.field-box, .sell-search, label') ?? element
      const { width, height } = area.getBoundingClientRect()
      const hidden = width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })
      if (hidden || element.closest('[aria-hidden=true], .skip')) return []
      return width < 43.5 || height < 43.5 ? [`${element.outerHTML.slice(0, 120)} ${width}×${height}`] : []
    })
    return [...new Set(areas)]
  })

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Words cut off at their right edge where nothing says so. */
async function expectInOrder(page: Page, name: string) {
  const t0=Date.now()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  console.log(name, Date.now()-t0)
  expect.soft(violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target.join(' '), failureSummary])]), `axe: ${name}`).toEqual([])
  expect.soft(await tooSmall(page), `small: ${name}`).toEqual([])
  expect.soft(await scrollsSideways(page), `wide: ${name}`).toBe(false)
}

async function makeBusy(page: Page) {
  await openDemoShop(page)
  const { items } = await ask(page, 'item.list', { filter: 'goods' })
  const complete = (requestId: string, itemIds: number[]) =>
    ask(page, 'sale.complete', {
      lines: itemIds.map((itemId) => ({ itemId, quantity: 100 })),
      tenders: [{ method: '01', amount: 1_000_000 }],
      requestId,
    })
  const ids = items.map(({ id }) => id)
  const { invoiceId } = await complete('sale-to-look-at', ids.slice(0, 5))
  await expect.poll(async () => (await ask(page, 'status.get', {})).waiting, { timeout: 30_000 }).toBe(0)
  await ask(page, 'practice.set', { mode: 'refusesNextSale' })
  const refusedSale = await complete('sale-that-is-refused', ids.slice(0, 2))
  await expect.poll(async () => (await ask(page, 'status.get', {})).needsPerson).toBe(1)
  await ask(page, 'practice.set', { mode: 'offline' })
  for (const n of [1, 2, 3]) await complete(`sale-kept-${n}`, ids.slice(n, n + 3))
  const { submissionId } = await ask(page, 'invoice.get', { id: refusedSale.invoiceId })
  return { sale: invoiceId, refused: submissionId ?? 0, ids }
}

test.describe.configure({ mode: 'parallel' })

for (const language of ['en', 'sw'] as const) {
  test(`every screen is in order in ${language === 'en' ? 'English' : 'Kiswahili'}`, async ({ till }) => {
    test.setTimeout(180_000)
    const { page } = till
    const made = await makeBusy(page)
    await ask(page, 'workspace.setLanguage', { language })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const size of sizes) {
        await page.setViewportSize(size)
        for (const [hash, ready] of places(made)) {
          await page.evaluate((hash) => {
            location.hash = `#/${hash}`
          }, hash)
          await expect(page.locator(ready).first()).toBeVisible()
          const name = `${hash.replace(/\W+/g, '-')} ${size.width} ${colorScheme} ${language}`
          await page.screenshot({ path: `/tmp/shots-e2e/s/${name.replaceAll(' ', '-')}.png` })
          await expectInOrder(page, name)
        }
      }
    }
  })
}
