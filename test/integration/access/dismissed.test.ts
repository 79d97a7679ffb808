/** A person who is dismissed while the new PIN is being hashed. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { openShop } from '../../support/shop.ts'
import { openWindow } from '../../support/window.ts'

const slow = vi.hoisted(() => ({ reached: () => {}, gate: null as Promise<void> | null }))
vi.mock('../../../core/access/pinHash.ts', async (original) => {
  const real = await original<typeof import('../../../core/access/pinHash.ts')>()
  const hashPin = async (...args: Parameters<typeof real.hashPin>) => {
    slow.reached()
    await slow.gate
    return real.hashPin(...args)
  }
  return { ...real, hashPin }
})

test('a person who is dismissed while the new PIN is hashed is not let in', async () => {
  const shop = await openShop({ initialised: false })
  const { id } = await shop.call('user.save', { name: 'Otieno', role: 'cashier', pin: '628417' })
  const db = new Sqlite(join(shop.dataDir, 'workspace.db'))
  db.prepare('update user set pin_renew = 1 where id = ?').run(id)
  db.close()
  const window = openWindow(shop.host, 'another')
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  Object.assign(slow, { reached: reached.resolve, gate: gate.promise })
  const unlocking = window('session.unlock', { userId: id ?? '', pin: '628417', newPin: '739528' })
  await reached.promise
  await shop.call('user.save', { id, name: 'Otieno', role: 'cashier', active: false })
  gate.resolve()
  expect(await unlocking).toMatchObject({ ok: false })
  expect(await window('sale.parked', {})).toMatchObject({ ok: false })
})
