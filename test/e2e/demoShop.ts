/** The demo shop is stocked once for all stories; each begins with a copy of its folder. */
import { expect, type Page } from '@playwright/test'
import type { Reply } from '../../core/contract/errors.ts'
import type { OutputOf } from '../../core/contract/index.ts'
import { type TemporaryFolder, temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { ask } from '../support/server.ts'
import { bundleOf } from '../support/tillBundle.ts'

/** Names the folder to the processes that run the stories. */
const variable = 'KAUNTA_DEMO_SHOP'

export const demoShopFolder = (): string => process.env[variable] ?? ''

/** Its people and their PIN, which the unlock screen shows. */
const owner = { name: 'Wanjiru', pin: '1234' }

/** Opens the demo shop and waits until the authority knows all its goods. */
export const stockDemoShopOnce = async (): Promise<TemporaryFolder> => {
  const folder = temporaryFolder()
  const flags = ['--window', '--data', folder.path, '--port', '0']
  const child = await startProcess<{ url: string; window: string }>(bundleOf('core/cli/gateway.ts'), flags)
  const { url, window } = child.ready
  const token = new URL(window).hash.replace('#token=', '')
  const { headers } = await ask(`${url}/bridge/session`, { method: 'POST', body: { token } })
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const call = async <T>(name: string, input: object, appId?: string): Promise<T> => {
    const body = { name, input, appId }
    const answer = await ask(`${url}/bridge/call`, { method: 'POST', headers: { cookie }, body })
    const reply = answer.json() as unknown as Reply<T>
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return reply.data
  }
  const { appId } = await call<OutputOf<'workspace.tryItNow'>>('workspace.tryItNow', { language: 'en' })
  const waiting = async () =>
    (await call<OutputOf<'status.get'>>('status.get', {}, appId ?? undefined)).waiting
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0)
  await child.stop()
  process.env[variable] = folder.path
  return folder
}

/** The first door of an empty till. */
export const openDemoShop = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open the practice shop' }).click()
  await expect(page.getByRole('complementary', { name: 'The sale' })).toContainText('Ready for the next sale')
}

/** Lets the owner in at a window on the demo shop, which follows. Stories of their own unlock by fingers and keys. */
export const enterDemoShop = async (page: Page): Promise<void> => {
  await expect(page.getByRole('button', { name: owner.name })).toBeVisible()
  await page.evaluate(async ({ name, pin }) => {
    const call = async (name: string, input: object) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ name, input })
      return (await fetch('/bridge/call', { method: 'POST', headers, body })).json()
    }
    const { data } = await call('workspace.state', {})
    const { id } = data.people.find((person: { name: string }) => person.name === name)
    await call('session.unlock', { userId: id, pin })
  }, owner)
  await expect(page.getByRole('complementary', { name: 'The sale' })).toBeVisible()
}
