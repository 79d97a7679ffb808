/** What becomes of a person who is dismissed while the new PIN is being hashed. */
import { expect, test } from 'vitest'
import { unlock } from '../../../core/operations/session/unlock.ts'

test('a person who is dismissed while the new PIN is hashed is not let in', async () => {
  const user = { id: 'u', name: 'Otieno', role: 'cashier', active: 1, demo: 0 }
  const admitted: unknown[] = []
  const context = {
    actor: { kind: 'person', client: 'w' },
    workspace: {
      current: () => undefined,
      checkPin: async () => ({ kind: 'renew', user }),
      renewPin: async () => ({ ...user, active: 0 }),
      admit: (...admission: unknown[]) => admitted.push(admission),
    },
  }
  const input = { userId: 'u', pin: '628417', newPin: '739528' }
  const reply = await unlock(input, context as never)
  expect(reply).toMatchObject({ ok: false, error: { field: 'userId' } })
  expect(admitted).toEqual([])
})
