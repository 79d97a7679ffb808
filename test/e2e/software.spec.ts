/** Other software is given a key, uses it, and loses it again. */
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { temporaryFolder } from '../support/folder.ts'
import { openDemoShop } from './demoShop.ts'
import { addressIn, noDisplay, start } from './startHere.ts'
import { goTo } from './steps.ts'
import { expect, test } from './till.ts'

const openSection = async (page: Page) => {
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Other software' }).click()
  await expect(page.getByRole('heading', { name: 'Other software' })).toBeVisible()
}

/** A port that another program has. */
const takenPort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  return { port, free: () => new Promise((resolve) => server.close(resolve)) }
}

/** In a till's own window the owner lets it in first; a gateway does so by itself. */
const letIn = async (page: Page): Promise<string> => {
  const door = page.getByRole('switch', { name: 'Allow other software on this computer' })
  await expect(door.or(page.getByText('This gateway always serves other software'))).toBeVisible()
  if (await door.isVisible()) {
    await expect(door).not.toBeChecked()
    const { port, free } = await takenPort()
    await page.getByLabel('Port').fill(String(port))
    await door.click({ force: true })
    await expect(page.getByRole('alert')).toContainText(`Another program uses port ${port}`)
    await expect(door).not.toBeChecked()
    await free()
    await door.click({ force: true })
    await expect(door).toBeChecked()
  }
  return page.locator('dd code').first().innerText()
}

const tellsStory = async (page: Page) => {
  await openDemoShop(page)
  await openSection(page)
  const address = await letIn(page)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.keyboard.type('Odoo', { delay: 60 })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('This key cannot be shown again.')
  const key = await dialog.getByLabel('New key').last().innerText()
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(dialog).toContainText('Copied.')
  await page.keyboard.press('Escape')
  await expect(dialog).toContainText('This key cannot be shown again.')
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText(key)).toBeHidden()

  const items = () => fetch(`${address}/items`, { headers: { 'x-api-key': key } })
  expect((await items()).status).toBe(200)
  const kept = page.getByRole('listitem').filter({ hasText: key.slice(-4) })
  await expect(kept).toContainText('Odoo')
  await kept.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(kept).toContainText('revoked')
  expect((await items()).status).toBe(401)
  await goTo(page, 'Activity')
  await expect(page.getByText(`key created: … ${key.slice(-4)} · Odoo`, { exact: true })).toBeVisible()
}

test('a key is made, works, and is revoked', async ({ till }) => tellsStory(till.page))

test('in the window that npm start opens, the owner lets it in first', async ({ page }) => {
  const folder = temporaryFolder()
  const till = start(folder.path, noDisplay)
  try {
    await expect.poll(() => addressIn(till.lines)).not.toBe('')
    await page.goto(addressIn(till.lines))
    await tellsStory(page)
  } finally {
    till.child.kill('SIGINT')
    await till.ended
    folder.remove()
  }
})
