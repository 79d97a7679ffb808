/** The rules for a till once the power is back: for its files as they are, and for the till that opens them. */
import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { randomIds, systemClock } from '../../core/platform/nodePorts.ts'
import { type Places, placesOf } from '../../core/recovery/files.ts'
import { findingsOf } from '../../core/recovery/findings.ts'
import { openTill } from '../../core/recovery/openTill.ts'
import { NewerDatabaseError } from '../../db/engine/migrate.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import type { Random } from '../simulation/random.ts'
import { checkBooks, missing } from './bookActs.ts'
import type { CutKind } from './cutKinds.ts'
import { plantedIn, plantedMigrations } from './plantedMigration.ts'
import { openShop, quiet } from './shop.ts'

/** The acknowledgements of the till before the power cut. */
export interface Known {
  kind: CutKind
  /** What was acknowledged before anything was recorded: numbers of sales, rows of the books. */
  before: string[]
  /** All that was acknowledged. */
  acknowledged: string[]
  /** How many of them had been acknowledged when a copy was begun, by its name. */
  inCopy: Map<string, number>
  /** How many before the database was moved to `damaged`; null: it was not moved. */
  inAside: number | null
}

export interface Counts {
  /** Opened as the till does it; so many of them with nothing but the journal and copies. */
  opened: number
  fromJournal: number
  /** Of the latter, with a journal that says itself that something in it is not whole; see {@link examineFindings}. */
  tornJournals: number
  /** Opened as the whole program, which then sold. */
  hosts: number
  /** Refused by a till that did not know the upgrade. */
  refusedAsNewer: number
  /** Files in `damaged`, and copies, that were examined. */
  asides: number
  copies: number
}

/** Every so-manieth cut of a day is opened as the till opens it, of the others each; some of those as the whole program. */
const dayOpenedEach = 16
const hostEach = 64

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Looks at a database and lets it be: what is looked at is a copy where a log lies beside it. */
const looking = (file: string, look: (db: Sqlite.Database) => string[]): string[] => {
  let db: Sqlite.Database | undefined
  try {
    db = new Sqlite(file, { fileMustExist: true })
    const verdict = db.pragma('quick_check', { simple: true })
    return verdict === 'ok' ? look(db) : [`damaged: ${String(verdict)}`]
  } catch (error) {
    return [`cannot be opened: ${String(error)}`]
  } finally {
    db?.close()
  }
}

const hasAll = (db: Sqlite.Database, sold: readonly string[]): string[] => {
  const lost = missing(db, sold)
  return lost.length > 0 ? [`${lost.length} acknowledged acts are lost, the first is ${lost[0]}`] : []
}

/** Everything that must hold of the database. */
const examine = (file: string, sold: readonly string[]): string[] => {
  if (!existsSync(file)) return sold.length > 0 ? ['the database is gone'] : []
  return looking(file, (db) => {
    const count = (text: string) => Number(db.prepare(`select count(*) from ${text}`).pluck().get())
    if (count("sqlite_master where name = 'submission'") === 0)
      return sold.length > 0 ? ['everything is lost'] : []
    const half = count(
      `invoice i where not exists (select 1 from submission s where s.invoice_id = i.id)
         or not exists (select 1 from invoice_line l where l.invoice_id = i.id)`,
    )
    const twice = count('(select number from invoice group by number having count(*) > 1)')
    const stock = count(
      'item where on_hand <> coalesce((select sum(quantity) from movement where item_id = item.id), 0)',
    )
    return [
      ...hasAll(db, sold),
      ...checkBooks(db),
      ...(half === 0 ? [] : [`${half} sales are half written`]),
      ...(twice === 0 ? [] : [`${twice} numbers were used twice`]),
      ...(stock === 0 ? [] : [`the stock of ${stock} items is not the sum of its movements`]),
    ]
  })
}

/** Copies that were found in order, by what they hold: a copy does not change, and most cuts find those of before. */
const inOrder = new Set<string>()

/** Every file with a copy's name is whole, and has the sales from before it was begun. */
const examineCopies = ({ backups }: Places, { acknowledged, inCopy }: Known, counts: Counts): string[] =>
  namesIn(backups)
    .filter((name) => /^[^.].*\.db$/.test(name))
    .flatMap((name) => {
      const sold = acknowledged.slice(0, inCopy.get(name) ?? 0)
      const key = `${sold.length} ${hash('sha1', readFileSync(join(backups, name)))}`
      if (inOrder.has(key)) return []
      counts.copies += 1
      const wrong = looking(join(backups, name), (db) => hasAll(db, sold))
      if (wrong.length === 0) inOrder.add(key)
      return wrong.map((rule) => `the copy ${name}: ${rule}`)
    })

/** Looks at a database that has a log, and lets both be. */
const lookingAside = (file: string, look: (db: Sqlite.Database) => string[]): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-look-'))
  try {
    for (const end of ['', '-wal'])
      if (existsSync(file + end)) cpSync(file + end, join(folder, `till.db${end}`))
    return looking(join(folder, 'till.db'), look)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Files in `damaged` are whole, and exist wherever another file took their place. */
const examineAsides = (places: Places, { acknowledged, inAside }: Known, counts: Counts): string[] => {
  const asides = namesIn(places.damaged).filter((aside) => existsSync(join(places.damaged, aside, 'till.db')))
  counts.asides += asides.length
  const sold = acknowledged.slice(0, inAside ?? 0)
  return [
    ...asides.flatMap((aside) =>
      lookingAside(join(places.damaged, aside, 'till.db'), (db) => hasAll(db, sold)).map(
        (rule) => `in damaged: ${rule}`,
      ),
    ),
    ...findingsOf(places)
      .filter(({ cause, id }) => cause === 'restored' && !asides.includes(id))
      .map(() => 'it says that a copy took its place, but none did'),
  ]
}

/** An upgrade is done or not, and where it is done there is a copy of before. */
const examineUpgrade = ({ file, backups }: Places, { before }: Known): string[] =>
  lookingAside(file, (db) => {
    const planted = plantedIn(db, before)
    if (typeof planted === 'string') return [planted]
    const hasCopy = namesIn(backups).some((name) => name.startsWith('before-upgrade-'))
    return planted && !hasCopy ? ['it is upgraded, and there is no copy of before'] : []
  })

interface Opening {
  known: Known
  random: Random
  /** The number of the cut. */
  number: number
  counts: Counts
}

/** Opens it as the app does, with or without the upgrade. */
const openOnce = async (places: Places, { known, counts }: Opening, upgraded: boolean): Promise<void> => {
  if (upgraded) Object.assign(profileMigrations, plantedMigrations())
  try {
    const { db } = await openTill({
      places,
      clock: systemClock,
      ids: randomIds,
      log: quiet,
      known: known.acknowledged.length > 0,
      journalBroken: () => undefined,
    })
    db.close()
    counts.opened += 1
  } finally {
    for (const name of Object.keys(plantedMigrations()))
      delete (profileMigrations as Record<string, unknown>)[name]
  }
}

/** Opens it; with an upgrade also as a till that knows nothing of it. */
const open = async (places: Places, opening: Opening): Promise<string[]> => {
  const { known, random, counts } = opening
  if (known.kind !== 'migration') {
    await openOnce(places, opening, false)
    return []
  }
  const wrong: string[] = []
  const schema = () =>
    looking(places.file, (db) => {
      const planted = plantedIn(db, known.before)
      return typeof planted === 'string' ? [planted] : planted ? ['new'] : []
    })
  if (random.chance(0.5)) {
    try {
      await openOnce(places, opening, false)
      wrong.push(...schema().map((found) => `a till without the upgrade opened what is ${found}`))
    } catch (error) {
      if (!(error instanceof NewerDatabaseError)) throw error
      counts.refusedAsNewer += 1
    }
  }
  await openOnce(places, opening, true)
  const [found] = schema()
  if (found !== 'new') wrong.push(`once it is opened ${found ?? 'it is not upgraded'}`)
  return wrong
}

const removeDatabase = ({ file }: Places): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}

/** A line was torn by the cut and one behind it was not. That nothing acknowledged is missing is examined as of every cut. */
const torn = /^what follows transaction \d+ is damaged$/

/** A till that was cut is complete, and where its file was thrown away it was made anew completely, or says why it may not be. */
const examineFindings = (places: Places, journalOnly: boolean, counts: Counts): string[] =>
  findingsOf(places).flatMap(({ cause, complete, text }) => {
    const isTorn = journalOnly && !complete && torn.test(text ?? '')
    if (isTorn) counts.tornJournals += 1
    if ((complete || isTorn) && cause === (journalOnly ? 'missing' : 'restored')) return []
    return [`it found itself ${cause}, ${complete ? '' : 'not '}complete (${text})`]
  })

/** The whole program opens it and sells under a number that nobody has. */
const sellOn = async (place: string, { known, counts }: Opening): Promise<string[]> => {
  const upgraded = known.kind === 'migration'
  if (upgraded) Object.assign(profileMigrations, plantedMigrations())
  const shop = await openShop(place)
  try {
    counts.hosts += 1
    const number = await shop.sell()
    if (number === null) return ['it does not sell on']
    return known.acknowledged.includes(number) ? [`it gave out ${number} again`] : []
  } finally {
    await shop.host.close()
    for (const name of Object.keys(plantedMigrations()))
      delete (profileMigrations as Record<string, unknown>)[name]
  }
}

/** Everything that is wrong with what a cut left in `place`, in words. */
export const afterCut = async (place: string, opening: Opening): Promise<string[]> => {
  const { known, random, number, counts } = opening
  const { kind, acknowledged } = known
  const [profile = ''] = [...namesIn(join(place, 'apps')), ...namesIn(join(place, 'journal'))]
  if (profile === '') return acknowledged.length > 0 ? ['everything is gone'] : []
  const places = placesOf(place, profile)
  const restoring = kind === 'restore' || kind === 'restoreWithout'
  const wrong = examineCopies(places, known, counts)
  if (kind === 'day' && number % dayOpenedEach !== 0) return [...wrong, ...examine(places.file, acknowledged)]
  if (kind === 'migration') wrong.push(...examineUpgrade(places, known))
  const journalOnly = !restoring && acknowledged.length > 0 && random.chance(kind === 'day' ? 0.5 : 0.3)
  try {
    if (journalOnly) {
      removeDatabase(places)
      counts.fromJournal += 1
    }
    wrong.push(...(await open(places, opening)))
    wrong.push(...examine(places.file, acknowledged))
    if (acknowledged.length > 0 && kind !== 'restoreWithout')
      wrong.push(...examineFindings(places, journalOnly, counts))
    if (restoring) wrong.push(...examineAsides(places, known, counts))
    for (const left of [places.incoming, `${places.file}.swap`])
      if (existsSync(left)) wrong.push(`${left} is left`)
    if (acknowledged.length > 0 && number % hostEach === 0) {
      wrong.push(...(await sellOn(place, opening)))
      wrong.push(...examine(places.file, acknowledged))
    }
  } catch (error) {
    wrong.push(`does not open: ${String(error)}`)
  }
  return wrong
}
