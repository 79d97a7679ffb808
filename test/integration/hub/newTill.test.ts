/** What a new till knows: a catalogue of several pages, on disk and with its journal; and the stock of a copied till. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FeedRow } from '../../../core/contract/hub/wire.ts'
import { applyPage } from '../../../core/link/applyFeed.ts'
import { startJournal } from '../../../db/journal/journal.ts'
import { auditHead } from '../../../db/profile/audit.ts'
import { putLevel } from '../../../db/profile/hubLevels.ts'
import { linkTill, updateHubLink } from '../../../db/profile/hubLink.ts'
import { itemsNamed } from '../../../db/profile/itemSearch.ts'
import { insertStockRecord } from '../../../db/profile/stock.ts'
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

test('a copied till that is paired anew shows no stock that the hub has by the first till', async () => {
  const till = await openSharingTill()
  const { db } = till
  const [tea, soap] = [till.item({ uid: 'tea' }), till.item()]
  let made = 0
  const move = (quantity: number) => {
    made += 1
    const record = { number: `${made}`, type: '06', source: 'till', invoice_id: null } as const
    const by = { occurred_on: '20260101', remark: null, author_name: 'Asha', recorded_at: made }
    const rest = { body_hash: null, caller_body: null }
    insertStockRecord(
      db,
      { ...record, ...by, ...rest },
      'Asha',
      [tea, soap].map((item_id) => ({ item_id, quantity })),
    )
  }
  const pair = (origin: string, name: string) =>
    linkTill(
      db,
      {
        ...{ hub: 'hub', pin: 'pin', addresses: '["hub"]', branch: '00', public_key: 'key', paired_at: 1 },
        ...{ origin, name },
      },
      'P051000001K/00',
      'Asha',
    )
  pair('first', 'T1')
  move(10_00)
  const level = { uid: 'tea', on_hand: 10_00, authority_on_hand: 0, authority_code: null, record: 1 }
  putLevel(db, { ...level, heard: null, contained: null, settled: 0 }, 1)
  const place = auditHead(db) as { seq: number; hash: string }
  // The first till's soap has another uid at the hub.
  till.set(soap, { uid: 'soap' })
  move(-3_00)
  updateHubLink(db, { forked_at: JSON.stringify({ origin: 'first', ...place }) })
  pair('second', 'T2')
  const shown = db.raw.prepare('select on_hand from item order by id').pluck().all()
  expect(shown).toEqual([7_00, -3_00])
})
