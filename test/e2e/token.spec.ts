/** How a browser's window is let in, and nobody else. */
import { expect, test } from './till.ts'

test('the token is gone from the address, and a reload stays in', async ({ till }) => {
  await expect(till.page.getByRole('button').first()).toBeVisible()
  await expect(till.page).not.toHaveURL(/token/)
  await till.page.reload()
  await expect(till.page.getByRole('button').first()).toBeVisible()
})

test('a window that has lost its cookie says so and shows nothing', async ({ till, browser }) => {
  await expect(till.page.getByRole('button').first()).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  const answered = stranger.waitForResponse(/\/bridge\/call$/)
  await stranger.goto(till.page.url())
  expect((await answered).status()).toBe(401)
})

test('an open window continues after the till was killed and started again', async ({ till }) => {
  await expect(till.page.getByRole('button').first()).toBeVisible()
  await till.restart()
  const answered = till.page.waitForResponse(/\/bridge\/call$/)
  await till.page.reload()
  expect((await answered).status()).toBe(200)
})
