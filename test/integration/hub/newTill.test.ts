/** A new till reads a catalogue of several pages, on disk and with its journal. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FeedRow } from '../../../core/contract/hub/wire.ts'
import { applyPage } from '../../../core/link/applyFeed.ts'
import { startJournal } from '../../../db/journal/journal.ts'
import { itemsNamed } from '../../../db/profile/itemSearch.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { soap } from './sharingHub.ts'
import { openSharingTill } from './sharingTill.ts'

const items = 2_000
const pageSize = 500
const words = [
  'Maize',
  'flour',
  'sugar',
  'soap',
  'bread',
  'milk',
  'tea',
  'rice',
  'oil',
  'salt',
  'beans',
  'eggs',
]

const catalogue = (): FeedRow[] =>
  Array.from({ length: items }, (_, at) => ({
    kind: 'item' as const,
    uid: randomUUID(),
    versions: { '*': 1 },
    active: true,
    body: {
      ...soap,
      name: `${words[at % 12]} ${words[(at * 7 + 3) % 12]} ${at} 500 g`,
      barcode: String(6_160_000_000_000 + at),
      category: words[at % 9] ?? 'Food',
      price: 50_00 + (at % 900) * 100,
      code: `KE2NTU${String(at + 1).padStart(7, '0')}`,
      authority_code: `KE2NTU${String(at + 1).padStart(7, '0')}`,
    },
  }))

test('a new till has the whole catalogue, finds it by words, and wishes nothing', async () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'till.db')
  const till = await openSharingTill({ file })
  onTestFinished(() => folder.remove())
  till.db.keepJournal((raw) =>
    startJournal(raw, {
      folder: join(folder.path, 'journal'),
      schema: 'x',
      now: Date.now,
      broken: (error) => expect.unreachable(String(error)),
    }),
  )
  const rows = catalogue()
  const reader = { ...till.sharing, keepPlace: () => undefined, stopped: () => false }
  const readAll = async (fromStart: boolean) => {
    for (let from = 0; from < rows.length; from += pageSize)
      await applyPage(reader, {
        place: String(from),
        fromStart: fromStart && from === 0,
        rows: rows.slice(from, from + pageSize),
        more: from + pageSize < rows.length,
        applied: 0,
      })
  }
  await readAll(true)
  await readAll(false)
  expect(till.db.raw.prepare('select count(*) from item').pluck().get()).toBe(items)
  expect(itemsNamed(till.db, 'maize 500', 20).length).toBeGreaterThan(0)
  expect(till.wishes()).toEqual([])
})
