/** The window itself: it opens, keeps to its policy, and lets nobody else in. */
import { expect, test } from './till.ts'

test('the window opens, and its page breaks no rule of its policy', async ({ till }) => {
  const problems: string[] = []
  till.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  till.page.on('pageerror', (error) => problems.push(String(error)))
  await till.page.reload()
  await expect(till.page.getByRole('button').first()).toBeVisible()
  expect(problems).toEqual([])
})

test('the page sees nothing of Node or Electron', async ({ till }) => {
  const seen = await till.page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
      (name) => name in globalThis,
    ),
  )
  expect(seen).toEqual([])
})
