/** Documents that wait for one another along many paths: each document of a layer waits for both of the layer before. */
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { lanesAhead, waitsFor, waitsForPerson } from '../../../db/profile/dependencies.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { insertSubmission, updateSubmission } from '../../../db/profile/submissions.ts'
import { temporaryFolder } from '../../support/folder.ts'

const layers = 14

test('a document is asked what it waits for in few statements, however many paths there are', async () => {
  const folder = temporaryFolder()
  const db = openDb(join(folder.path, 'till.db'))
  onTestFinished(() => {
    db.close()
    folder.remove()
  })
  await migrate(db, profileMigrations)
  const add = (lane: 'items' | 'sales', dependsOn: number[]) =>
    insertSubmission(
      db,
      {
        ...{ kind: 'item', lane, title: '', payload: '{}', author_id: 'a', author_name: 'Amina' },
        created_at: 1,
      },
      dependsOn.map((id) => ({ id, need: 'accepted' })),
    )
  const first = [add('items', []), add('items', [])]
  let layer = first
  for (let n = 0; n < layers; n += 1) layer = [add('sales', layer), add('sales', layer)]
  const [last = 0] = layer
  const [root = 0] = first
  const apart = add('sales', [])

  const asked = vi.spyOn(db, 'all')
  const firsts = vi.spyOn(db, 'first')
  expect(waitsFor(db, last, last)).toBe(true)
  expect(waitsFor(db, last, root)).toBe(true)
  expect(waitsFor(db, last, apart)).toBe(false)
  expect(waitsFor(db, root, last)).toBe(false)
  expect(lanesAhead(db, last)).toEqual(['items'])
  expect(lanesAhead(db, apart)).toEqual(['sales'])
  expect(waitsForPerson(db, last)).toBe(false)
  updateSubmission(db, root, { state: 'refused' })
  expect(waitsForPerson(db, last)).toBe(true)
  expect(waitsForPerson(db, root)).toBe(false)
  expect(asked.mock.calls.length + firsts.mock.calls.length).toBeLessThan(12)
})
