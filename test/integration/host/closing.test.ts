/** A profile that is closed has everything in its journal before its log goes. */
import { expect, onTestFinished, test } from 'vitest'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { openProfile } from '../../../core/profile/openProfile.ts'
import { timing } from '../../../core/queue/timing.ts'
import type { OpenDb } from '../../../db/engine/sqlite.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'

test('closing waits for the journal to be durable', async () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const syncs: ((error: Error | null) => void)[] = []
  let slow = false
  const profile = await openProfile({
    dataDir: folder.path,
    row: {
      id: 'app',
      name: 'Duka',
      environment: 'sandbox',
      practice: 0,
      authority_url: 'http://127.0.0.1:1/authority',
      dialect: 'legacy',
      taxpayer_pin: 'P051000001K',
      branch_id: '00',
      device_serial: 'S-1',
      token_url: null,
      apigee_app_id: null,
      created_at: 0,
    },
    ports: nodePorts(folder.path, memoryLog()),
    timing,
    syncFile: (_, done) => (slow ? void syncs.push(done) : done(null)),
    emit: () => undefined,
  })
  slow = true
  profile.saveSettings({ tillName: 'T2' }, 'Amina')
  await profile.stop()
  const { raw } = profile.db as OpenDb
  const closed = profile.close()
  await new Promise(setImmediate)
  expect([syncs.length, raw.open]).toEqual([1, true])
  slow = false
  syncs.shift()?.(null)
  await closed
  expect(raw.open).toBe(false)
})
