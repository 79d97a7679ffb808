/** A new till reads a catalogue from its hub: what that costs its main thread. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FeedRow } from '../../core/contract/hub/wire.ts'
import { applyPage } from '../../core/link/applyFeed.ts'
import { migrate } from '../../db/engine/migrate.ts'
import { openDb } from '../../db/engine/sqlite.ts'
import { startJournal } from '../../db/journal/journal.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { beginShares } from '../../db/profile/shared.ts'
import { temporaryFolder } from '../support/folder.ts'
import { longestWork } from '../support/loopWatch.ts'
import { atMost, inThousands, type Section } from './report.ts'

const soap = {
  ...{ type: '2', tax_type: 'B', item_class: '5313160800', class_chosen: 1, origin_country: 'KE' },
  ...{ package_unit: 'NT', quantity_unit: 'U', active: 1, favourite: 0 },
}
const words = 'Maize flour sugar soap bread milk tea rice oil salt beans eggs'.split(' ')
/** Rows of a page, as the hub tells them. */
const pageRows = 2_000

const itemRow = (at: number): FeedRow => ({
  kind: 'item',
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
})

const items = 100_000
const longestMs = 50

/** Returns the seconds that it took, and the longest turn that the till's thread computed, milliseconds. */
const readCatalogue = async (): Promise<{ seconds: number; turnMs: number }> => {
  const folder = temporaryFolder()
  const db = openDb(join(folder.path, 'till.db'))
  try {
    await migrate(db, profileMigrations)
    db.keepJournal((raw) =>
      startJournal(raw, {
        folder: join(folder.path, 'journal'),
        schema: 'x',
        now: Date.now,
        broken: (error) => {
          throw error
        },
      }),
    )
    beginShares(db, 'P051000001K/00')
    const quiet = () => undefined
    const reader = {
      db,
      ids: { uuid: randomUUID },
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      now: Date.now,
      registers: () => false,
      people: null,
      changed: quiet,
      keepPlace: quiet,
      stopped: () => false,
    }
    const rows = Array.from({ length: items }, (_, at) => itemRow(at))
    const begun = performance.now()
    const { cpuMs } = await longestWork(async () => {
      for (let from = 0; from < items; from += pageRows)
        await applyPage(reader, {
          place: String(from),
          fromStart: from === 0,
          rows: rows.slice(from, from + pageRows),
          more: from + pageRows < items,
          applied: 0,
        })
    })
    return { seconds: (performance.now() - begun) / 1000, turnMs: cpuMs }
  } finally {
    db.close()
    folder.remove()
  }
}

export const hubCatalogueSection = async (): Promise<Section> => {
  const { seconds, turnMs } = await readCatalogue()
  return {
    title: `A new till reads ${inThousands(items)} items of its hub, durable`,
    figures: [
      { name: 'all of it', goal: atMost(Math.round(seconds), 25, ' s'), text: `${seconds.toFixed(1)} s` },
      {
        name: '  the longest turn of the event loop',
        goal: atMost(Math.round(turnMs), longestMs, ' ms'),
        text: `${turnMs.toFixed(1)} computing`,
      },
    ],
  }
}
