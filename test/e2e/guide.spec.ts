/** The guide in the program: the page about a screen by F1 on it, and any other page by a word. */
import { type PageName, pages } from '../../renderer/guide/pages.ts'
import { ask, cart, demo, scan } from './steps.ts'
import { expect, test } from './till.ts'

/** The page that a screen opens with, in English. */
const opened = {
  sell: 'Sell something',
  receipts: 'Find and print a receipt',
  items: 'Add an item',
  stock: 'Receive goods',
  queue: 'KRA is offline',
  activity: 'See who did what',
  settings: 'Find a setting',
  'settings?section=people': 'Add a person',
}

const withPicture = (Object.keys(pages) as PageName[]).filter((name) => pages[name].picture)

test('F1 opens the page about the screen, its keys, and every other page by a word in either language', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: /^(Help|Msaada)$/ })
  const title = dialog.locator('.guide-title')
  const close = async () => {
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  for (const [hash, name] of Object.entries(opened)) {
    await page.evaluate((hash) => location.assign(`#/${hash}`), hash)
    await expect(page.locator('main h1, .sell-cart').first()).toBeVisible()
    await keyboard.press('F1')
    await expect(title).toHaveText(name)
    await close()
  }

  const broken = await page.evaluate(async (names) => {
    const sources = ['en', 'sw'].flatMap((language) => names.map((name) => `/guide/${language}/${name}.webp`))
    const outcomes = await Promise.allSettled(
      sources.map((src) => Object.assign(new Image(), { src }).decode()),
    )
    return sources.filter((_, index) => outcomes[index]?.status === 'rejected')
  }, withPicture)
  expect(broken).toEqual([])

  // Keys alone: words, then the pages found, then the screen of a page.
  await keyboard.press('F1')
  await keyboard.type('mpesa message', { delay: 60 })
  await expect(title).toHaveText('Take M-PESA')
  await expect(dialog.locator('.guide-steps b').nth(1)).toHaveText('M-PESA')
  await keyboard.press('Escape')
  await expect(title).toHaveText('Take M-PESA')
  await keyboard.press('ArrowDown')
  await expect(title).toHaveText('Sell on credit')
  await dialog.getByRole('button', { name: 'Open Sell' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cart(page)).toBeVisible()

  // A dialogue shows its own keys, and keeps them from firing under the guide.
  await scan(page, demo.bread.code)
  await expect(cart(page)).toContainText('1 unit')
  await keyboard.press('F6')
  const quantity = page.getByRole('dialog', { name: /Quantity|White bread/ })
  await expect(quantity).toBeVisible()
  await keyboard.press('F1')
  await expect(dialog.getByRole('heading', { name: 'On this screen' })).toBeVisible()
  await close()
  await expect(quantity).toBeVisible()
  // A second Esc before the focus is back closes the dialogue too.
  await page.evaluate(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement) focused.blur()
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
  })
  await expect(quantity).toBeHidden()

  // By touch, in the language of the screen; so is the picture.
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await page.getByRole('button', { name: 'Msaada' }).click()
  await expect(title).toHaveText('Uza bidhaa')
  await expect(dialog.locator('.guide-picture')).toHaveAttribute('src', '/guide/sw/sell.webp')
  await dialog.getByRole('searchbox').fill('chenji')
  await expect(title).toHaveText('Pokea taslimu')
  await keyboard.press('Escape')
  await close()
  await page.evaluate(() => location.assign('#/settings'))
  await page.getByRole('button', { name: /^Msaada Jinsi/ }).click()
  await expect(title).toHaveText('Tafuta mpangilio wa till')
  await close()

  // Nobody is signed in: how to sign in, and nothing else.
  await keyboard.press('Control+l')
  await expect(page.locator('.unlock')).toBeVisible()
  await page.getByRole('button', { name: 'Msaada' }).click()
  await expect(title).toHaveText('Fungua till')
  await expect(dialog.getByRole('navigation').getByRole('button')).toHaveCount(3)
})
