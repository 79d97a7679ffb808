/** Goods and their stock at the counter: the first sale of a shop is not refused for stock, and no class is silent. */
import type { Page } from '@playwright/test'
import {
  ask,
  choose,
  connectShop,
  goTo,
  ledgerOf,
  lines,
  ownerPin,
  payCash,
  row,
  scan,
  soap,
  startShop,
  unlock,
} from './steps.ts'
import { expect, test } from './till.ts'

const receive = (page: Page) => page.getByRole('button', { name: `Receive stock: ${soap.name}` })

test('a new shop sells nothing it has not got, receives it at the counter, and its first sale is signed', async ({
  till,
  authority,
}) => {
  const { page } = till
  await connectShop(page, authority.url)
  await goTo(page, 'Items')
  await page.getByRole('button', { name: 'New item' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(soap.name)
  await page.getByLabel('Price', { exact: true }).fill('195')
  await choose(page, 'Tax letter', 'B 16 %')
  await page.getByLabel('Barcode').fill(soap.code)
  await page.getByRole('button', { name: 'Save item' }).click()
  await expect(page.getByText('Enter a quantity, such as 12 or 2.5.')).toBeVisible()
  await expect(page.getByText('Choose the KRA category.')).toBeVisible()
  await page.getByLabel('In stock now').fill('0')
  await expect(page.getByText('0: cannot be sold until you receive stock.')).toBeVisible()
  await choose(page, 'KRA category', 'Bar soap')
  await page.getByRole('button', { name: 'Save item' }).click()
  await expect(page.getByText('None in stock: receive stock before you sell it.')).toBeVisible()

  await goTo(page, 'Sell')
  await scan(page, soap.code)
  await scan(page, soap.code)
  await expect(lines(page)).toContainText('Not enough stock: none in stock.')
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled()
  await receive(page).click()
  await expect(page.getByText('0 in stock, then 2')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(receive(page)).toBeHidden()
  await payCash(page)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  expect((await ledgerOf(authority)).sales).toHaveLength(1)
})

test('where it is allowed, a line says that the authority will refuse it; a cashier needs a manager to receive stock', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [{ ...soap, stock: 200 }])
  await ask(page, 'settings.save', { blockBelowStock: false })
  await ask(page, 'user.save', { name: 'Otieno', role: 'cashier', pin: '738162' })
  for (let count = 0; count < 3; count += 1) await scan(page, soap.code)
  await expect(lines(page)).toContainText('KRA will reject this: 2 in stock.')
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()

  await page.keyboard.press('Control+l')
  await page.getByRole('button', { name: /Otieno/ }).click()
  await unlock(page, '738162')
  await receive(page).click()
  await expect(page.getByText(/^Only a manager can receive stock\./)).toBeVisible()

  await page.keyboard.press('Control+l')
  await page.getByRole('button', { name: /Amina/ }).click()
  await unlock(page, ownerPin)
  await receive(page).click()
  await page.getByRole('radio', { name: 'Found' }).click()
  await page.getByRole('button', { name: /^Receive 1/ }).click()
  await expect(receive(page)).toBeHidden()
  await payCash(page)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
})

test('goods that other software registered as GD are listed, and their classes chosen in one act', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [soap])
  const { key } = await ask(page, 'apiKey.mint', {})
  const { origin } = new URL(page.url())
  for (const itemName of ['White bread 400 g', 'Blue soap, a bar']) {
    const answer = await fetch(`${origin}/api/v1/items/goods`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ itemName, taxType: 'C', price: 70 }),
    })
    expect(await answer.json()).toMatchObject({ resultCd: '000', data: { itemClsCd: 'GD' } })
  }
  await goTo(page, 'Items')
  await page.getByRole('radio', { name: 'No KRA category' }).click()
  await expect(page.getByText('2 items', { exact: true })).toBeVisible()
  await expect(row(page, soap.name)).toBeHidden()
  await page.getByRole('button', { name: 'KRA categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'KRA categories' })
  await dialog.getByRole('button', { name: 'Use suggestions' }).click()
  for (const [name, proposed] of [
    ['White bread 400 g', 'Ordinary bread'],
    ['Blue soap, a bar', 'Bar soap'],
  ] as const)
    await expect(dialog.getByRole('button', { name: `KRA category: ${name}` })).toContainText(proposed)
  await page.keyboard.press('F9')
  await expect(page.getByText(/^2 items saved/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Every item has a KRA category.')).toBeVisible()
  const classes = async () =>
    (await authority.control<{ items: { request: Record<string, string> }[] }>('GET', '/ledger')).items.map(
      ({ request }) => request['itemClsCd'],
    )
  await expect.poll(classes).toEqual(['5313160900', '5018190100', '5313160900'])
})

test('goods have a Kiswahili name on Kiswahili screens, a picture on Sell, and their own name on the receipt', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [soap])
  await goTo(page, 'Items')
  await row(page, soap.name).click()
  await page.getByLabel('Kiswahili name').fill('Sabuni ya kipande')
  // A photo of two thousand pixels that no compression makes small.
  const photo = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 2000
    canvas.height = 1500
    const context = canvas.getContext('2d')
    const noise = context?.createImageData(2000, 1500)
    for (let at = 0; noise && at < noise.data.length; at += 4) {
      noise.data.set([at % 251, (at * 7) % 239, (at * 13) % 241, 255], at)
    }
    if (noise) context?.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const file = (buffer: Buffer) => ({ name: 'soap.png', mimeType: 'image/png', buffer })
  await page.getByLabel('Choose picture').setInputFiles(file(Buffer.from('no picture')))
  await expect(page.getByText('This file is no picture that Kaunta can read.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(file(Buffer.from(photo, 'base64')))
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await page.keyboard.press('F9')
  await expect(page.getByText(/saved\. KRA is updated/)).toBeVisible()

  await goTo(page, 'Sell')
  const picture = page.locator('.sell-card img')
  const size = () =>
    picture.evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
      image.src.length < 41_000,
    ])
  await expect.poll(size).toEqual([256, 192, true])
  await page.getByRole('button', { name: /^EN/ }).click()
  await page.getByRole('button', { name: 'Sabuni ya kipande' }).click()
  const sale = page.locator('.sell-cart')
  await expect(sale).toContainText('Sabuni ya kipande')
  await page.keyboard.press('F9')
  await page.keyboard.press('Enter')
  const receipt = page.locator('.receipt-desk')
  await expect(receipt).toContainText(soap.name)
  await expect(receipt).not.toContainText('Sabuni')
})
