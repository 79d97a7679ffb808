/** A whole sale by touch alone, on the small screen. */
import { ask, cart, catchPrints, demo, lines, paper, scan } from './steps.ts'
import { expect, test } from './till.ts'

test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } })

test('in a low window too, the Continue button and every figure stay in sight', async ({
  demoTill: till,
}) => {
  const { page } = till
  await page.getByRole('region', { name: 'Goods' }).getByRole('button', { name: demo.bread.name }).tap()
  await expect(lines(page)).toHaveCount(1)
  const expectInSight = async (...names: RegExp[]) => {
    for (const name of [...names, /^7$/, /^0$/])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  for (const [width, height] of [
    [1024, 600],
    [1366, 620],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: /^Discount/ }).tap()
    await expectInSight(/^Take off/, /^20 %/)
    await page.getByRole('button', { name: 'Close' }).tap()
    await page.getByRole('button', { name: 'Pay' }).tap()
    await expectInSight(/^Complete sale/, /^Exact/)
    await page.getByRole('button', { name: /^Back to the sale/ }).tap()
  }
  // 1366 × 768 at a zoom of 150 %.
  await page.setViewportSize({ width: 911, height: 512 })
  await page.getByRole('button', { name: 'Pay' }).tap()
  await expectInSight(/^Complete sale/, /^Exact/, /^9$/)
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('button', { name: 'On credit' }).tap()
  await expectInSight(/^Choose the customer/, /^9$/)
  await page.setViewportSize({ width: 1024, height: 600 })
  await expectInSight(/^Choose the customer/, /^9$/)
})

test('in a low window every letter of an M-PESA code is in sight, and the figures come back', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { items } = await ask(page, 'item.list', { text: demo.soap.code })
  await ask(page, 'sale.complete', {
    lines: items.map(({ id: itemId }) => ({ itemId, quantity: 100 })),
    tenders: [{ method: '06', amount: 195_00, reference: 'QK71AB2CD3' }],
    requestId: 'paid by M-PESA',
  })
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.getByRole('region', { name: 'Goods' }).getByRole('button', { name: demo.bread.name }).tap()
  await page.getByRole('button', { name: 'Pay' }).tap()
  await page.getByRole('button', { name: 'M-PESA' }).tap()
  const code = page.getByLabel('M-PESA code')
  await expect(code).toBeFocused()
  const pad = page.locator('.letter-pad')
  for (const letter of 'SKL7ZM0P') {
    const key = pad.getByRole('button', { name: letter, exact: true })
    await expect(key).toBeInViewport({ ratio: 1 })
    // Nothing lies over it.
    await key.tap({ timeout: 2_000 })
  }
  await expect(code).toHaveValue('SKL7ZM0P')
  /** Letters under the act, or beside the payment. */
  const cut = () =>
    page.evaluate(() => {
      const act = document.querySelector('.pay-act')?.getBoundingClientRect()
      const keys = [...document.querySelectorAll('.letter-pad button')].map((key) =>
        key.getBoundingClientRect(),
      )
      const box = document.querySelector('.pay')?.getBoundingClientRect()
      return keys.filter(
        ({ bottom, right }) => act === undefined || bottom > act.top || right > (box?.right ?? 0),
      ).length
    })
  expect(await cut()).toBe(0)
  await page.getByRole('region', { name: 'Taken so far' }).tap()
  await expect(pad).toBeHidden()
  await page.getByLabel('Number pad').getByRole('button', { name: '5', exact: true }).tap()
  await expect(page.getByText('Take 5.00 · M-PESA')).toBeVisible()
  await expect(code).toHaveValue('SKL7ZM0P')
  // Nor does the note about a used code push a letter out of sight.
  await code.fill('QK71AB2CD3')
  await code.tap()
  await expect(page.getByRole('button', { name: 'Allow it' })).toBeVisible()
  expect(await cut()).toBe(0)
})

test('a sale is rung up, discounted, parked, taken back and paid by fingers alone', async ({
  demoTill: till,
}) => {
  const { page } = till
  const prints = await catchPrints(page)
  const line = (name: string) => lines(page).filter({ hasText: name })
  const dialog = page.getByRole('dialog')
  const tap = (name: string | RegExp) => page.getByRole('button', { name }).tap()
  const tapFigures = async (figures: string) => {
    for (const figure of figures)
      await page.getByRole('button', { name: figure === '.' ? 'Point' : figure, exact: true }).tap()
  }

  const goods = page.getByRole('region', { name: 'Goods' })
  await goods.getByRole('button', { name: demo.bread.name }).tap()
  await tap(`One more: ${demo.bread.name}`)
  await expect(line(demo.bread.name)).toContainText('140.00')
  await page.getByRole('radio', { name: 'Vegetables & fruit' }).tap()
  await goods.getByRole('button', { name: 'Tomatoes' }).tap()
  await expect(dialog).toContainText('Tomatoes')
  await tapFigures('1.25')
  await tap('Set 1.25')
  await expect(line('Tomatoes')).toContainText('150.00')
  await expect(line('Tomatoes')).toContainText('per kg')

  await line(demo.bread.name)
    .getByRole('button', { name: /Change it/ })
    .tap()
  await tapFigures('3')
  await tap(/^Set 3/)
  await expect(line(demo.bread.name)).toContainText('210.00')
  await tap(/^Discount/)
  await tap('10 %')
  await tap('Take off 21.00')
  await expect(line(demo.bread.name)).toContainText('10 % off −21.00')
  await tap(/^Discount/)
  await page.getByRole('radio', { name: 'Whole sale' }).tap()
  await page.getByRole('radio', { name: 'KSh' }).tap()
  await tapFigures('39')
  await tap('Take off 39.00')
  await expect(cart(page)).toContainText('300.00')

  await tap('Park')
  await page.getByRole('dialog').getByRole('button', { name: 'Park', exact: true }).tap()
  await expect(lines(page)).toHaveCount(0)
  await tap('Parked 1')
  await tap('Resume')
  await expect(lines(page)).toHaveCount(2)
  await expect(cart(page)).toContainText('300.00')

  await tap('Customer')
  const widths = () =>
    dialog.locator('.letter-pad button').evaluateAll((keys) => keys.map((key) => key.clientWidth + 2))
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThanOrEqual(44)
  for (const letter of 'A006789012G') await dialog.getByRole('button', { name: letter, exact: true }).tap()
  await expect(dialog).toContainText('Njeri Mwangi')
  await tap('Add to receipt')
  await expect(cart(page)).toContainText('Njeri Mwangi')

  await tap('Pay')
  await tap('M-PESA')
  await page.getByText('Amount · M-PESA', { exact: true }).tap()
  await tapFigures('100')
  await tap('Take 100.00 · M-PESA')
  await tap(/^500/)
  await tap(/^Complete sale/)
  await expect(page.getByRole('status').filter({ hasText: 'Change' })).toContainText('300.00')
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await expect(paper(page)).toContainText('A006789012G')
  await tap('Print')
  await expect.poll(prints).toHaveLength(1)
  await page.getByRole('radio', { name: 'Favourites' }).tap()
  await goods.getByRole('button', { name: demo.bread.name }).tap()
  await expect(line(demo.bread.name)).toContainText('70.00')
})

test('fingers arrange a page, slide the categories and check a price; nine lines stay in sight, five in a low window', async ({
  demoTill: till,
}) => {
  const { page } = till
  const goods = page.getByRole('region', { name: 'Goods' })
  const dialog = page.getByRole('dialog', { name: 'Arrange Sell' })
  await page.getByRole('button', { name: 'Arrange Sell' }).tap()
  await dialog.getByRole('button', { name: 'New page' }).tap()
  for (const name of ['Airtime 100', 'Airtime 50', demo.soap.name])
    await dialog.getByRole('button', { name: `Add ${name}`, exact: true }).tap()
  const handle = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}, place`) })
  const [from, to] = [await handle(demo.soap.name).boundingBox(), await handle('Airtime 100').boundingBox()]
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 20, { steps: 5 })
  await page.mouse.up()
  await expect(handle(demo.soap.name)).toHaveAccessibleName(/place 1 of 3/)
  await dialog.getByRole('button', { name: 'Remove Airtime 50 from the page' }).tap()
  await page.getByRole('radio', { name: 'Category colours' }).tap()
  await page.getByRole('radiogroup', { name: 'Drinks' }).getByRole('radio', { name: 'Pink' }).tap()
  await dialog.getByRole('button', { name: 'Done' }).tap()
  await page.getByRole('radio', { name: 'Page 1' }).tap()
  await expect(page.locator('.sell-card-name')).toHaveText([demo.soap.name, 'Airtime 100'])

  const last = page.getByRole('radio', { name: 'Vegetables & fruit' })
  await expect(last).not.toBeInViewport()
  // The button is disabled as soon as the row is at its end.
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Slide on' })
      .tap({ timeout: 500 })
      .catch(() => undefined)
    await expect(last).toBeInViewport({ ratio: 1, timeout: 500 })
  }).toPass()
  await page.getByRole('radio', { name: 'Drinks' }).tap()
  await expect(goods.getByRole('button', { name: demo.soda.name })).toHaveAttribute('data-tile', 'pink')

  await page.getByRole('button', { name: 'Price check' }).tap()
  await goods.getByRole('button', { name: demo.soda.name }).tap()
  const check = page.getByRole('complementary', { name: 'Price check' })
  await expect(check).toContainText('80.00')
  await check.getByRole('button', { name: 'Add to the sale' }).tap()
  await expect(lines(page)).toHaveText([/Soda 500 ml/])

  await page.getByRole('radio', { name: 'All', exact: true }).tap()
  const tiles = page.locator('.sell-card').filter({ hasNotText: '/kg' })
  for (let count = 0; count < 10; count += 1) await tiles.nth(count).tap()
  await expect(lines(page)).toHaveCount(11)
  const inSight = () =>
    page.evaluate(() => {
      const { top, bottom } = document.querySelector('.sell-lines')?.getBoundingClientRect() ?? new DOMRect()
      const boxes = [...document.querySelectorAll('.sell-line')].map((line) => line.getBoundingClientRect())
      return boxes.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length
    })
  for (const [width, height, least] of [
    [1024, 600, 5],
    [1366, 768, 9],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(inSight).toBeGreaterThanOrEqual(least)
  }
})

test('buttons show their keys once a keyboard was used, and not for a scanner', async ({
  demoTill: till,
}) => {
  const { page } = till
  const caps = page.locator('.kbd:visible')
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(1)
  await expect(caps).toHaveCount(0)
  await page.keyboard.press('F6')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Pay' }).locator('.kbd')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pay' }).locator('.kbd')).toBeVisible()
})

test('the parked sales are a touch away while a sale is rung up', async ({ demoTill: till }) => {
  const { page } = till
  const goods = page.getByRole('region', { name: 'Goods' })
  await goods.getByRole('button', { name: demo.bread.name }).tap()
  await page.getByRole('button', { name: 'Park', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Park', exact: true }).tap()
  // The message lies over the bar, not over goods or the sale.
  const message = page.locator('.notice p')
  await expect(message).toBeInViewport({ ratio: 1 })
  const [above, work] = [await message.boundingBox(), await page.getByRole('main').boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(work?.y ?? 0)
  await goods.getByRole('button', { name: demo.soap.name }).tap()
  await page.getByRole('button', { name: 'Parked 1' }).tap()
  await expect(page.getByRole('dialog')).toContainText('70.00')
  // The message of the act before does not lie on the dialog's title.
  await expect(page.getByRole('dialog').locator('.notice')).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).tap()
  await expect(lines(page)).toHaveText([/White bread/])
  await expect(page.getByRole('button', { name: 'Parked 1' })).toBeVisible()
})

test('fingers add a tender in Kiswahili, and sell an item that the list lacks with it, on a low screen', async ({
  demoTill: till,
}) => {
  const { page } = till
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await page.evaluate(() => location.assign('#/settings?section=tenders'))
  await page.getByRole('button', { name: 'Ongeza njia ya malipo' }).tap()
  await page.getByLabel('Jina').last().fill('Airtel Money')
  for (let up = 0; up < 5; up += 1) await page.getByRole('button', { name: 'Pandisha Airtel Money' }).tap()
  const own = page.getByRole('listitem', { name: 'Airtel Money' })
  await own.getByRole('button', { name: /Kumbukumbu/ }).tap()
  await page.getByRole('option', { name: 'Lazima', exact: true }).tap()
  await page.getByRole('button', { name: /^Hifadhi/ }).tap()
  await expect(page.getByText('Imehifadhiwa.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Ondoa Airtel Money' })).toBeHidden()

  await page.getByRole('link', { name: 'Uza' }).tap()
  await page.getByRole('button', { name: 'Bidhaa nyingine' }).tap()
  const other = page.getByRole('dialog', { name: 'Bidhaa nyingine' })
  const add = other.getByRole('button', { name: /^Ongeza kwenye mauzo/ })
  await other.getByLabel('Jina').fill('Liquid soap')
  await add.tap()
  await expect(other.getByText('Jaza hapa.').first()).toBeVisible()
  await other.getByLabel('Bei').fill('450')
  await other.getByRole('button', { name: /Aina ya KRA/ }).tap()
  await page
    .getByRole('option', { name: /· \d{10}/ })
    .first()
    .tap()
  await other.getByRole('button', { name: /Herufi ya kodi/ }).tap()
  await page.getByRole('option', { name: /^B/ }).tap()
  await add.tap()
  await expect(page.locator('.sell-line')).toContainText('Liquid soap')
  await page.getByRole('button', { name: /^Pokea malipo/ }).tap()
  const ways = page.getByRole('group', { name: 'Njia ya kulipa' })
  await expect(ways.getByRole('button')).toHaveText([/^Taslimu/, /^Airtel Money/, /^M-PESA/, /^Zaidi/])
  await ways.getByRole('button', { name: 'Airtel Money' }).tap()
  await page.getByRole('button', { name: /^Kamilisha mauzo/ }).tap()
  await expect(page.getByText('Andika kumbukumbu.')).toBeVisible()
  for (const key of 'MP7')
    await page.locator('.letter-pad').getByRole('button', { name: key, exact: true }).tap()
  await page.getByRole('button', { name: /^Kamilisha mauzo/ }).tap()
  await expect(page.getByRole('heading', { name: /^Mauzo T1-1/ })).toBeVisible()
  await page.getByRole('link', { name: 'Risiti' }).tap()
  await expect(page.getByRole('row').filter({ hasText: 'T1-1' })).toContainText('Airtel Money')
})
