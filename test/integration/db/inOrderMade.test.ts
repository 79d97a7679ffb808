/** The order of people and profiles that were made within one millisecond. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { workspaceMigrations } from '../../../db/workspace/migrations/index.ts'
import { insertProfile, insertUser, profiles, users } from '../../../db/workspace/queries.ts'
import { temporaryFolder } from '../../support/folder.ts'

const made = ['Zawadi', 'Amina', 'Otieno']

test('people and profiles of one millisecond are listed in the order in which they were made', async () => {
  const folder = temporaryFolder()
  const db = openDb(join(folder.path, 'workspace.db'))
  onTestFinished(() => {
    db.close()
    folder.remove()
  })
  await migrate(db, workspaceMigrations)
  for (const name of made) {
    const row = { id: name, name, created_at: 1 }
    insertUser(db, { ...row, role: 'cashier', pin_hash: '', demo: 0, active: 1 })
    insertProfile(db, {
      ...row,
      environment: 'sandbox',
      practice: 1,
      authority_url: '',
      dialect: 'legacy',
      taxpayer_pin: '',
      branch_id: '00',
      device_serial: '',
      token_url: null,
      apigee_app_id: null,
    })
  }
  expect(users(db).map(({ name }) => name)).toEqual(made)
  expect(profiles(db).map(({ name }) => name)).toEqual(made)
})
