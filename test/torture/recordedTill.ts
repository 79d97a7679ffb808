/**
 * Tills whose every write is recorded: `node recordedTill.ts KINDS FOLDER SALES`, each kind in a folder of its own; with
 * `prepare` as a fourth word, what lies there before the recording begins. Acknowledgements go to a file of their own.
 */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { acknowledgements, type CutKind } from './cutKinds.ts'
import { hurriedClock } from './hurriedClock.ts'
import { plantedMigrations } from './plantedMigration.ts'
import { openShop, pin } from './shop.ts'

const [kinds = 'day', root = '', sales = '40', prepare] = process.argv.slice(2)
const count = Number(sales)

const live = async (kind: CutKind): Promise<void> => {
  const folder = join(root, kind)
  mkdirSync(folder, { recursive: true })
  const acknowledged = openSync(join(folder, acknowledgements), 'a')
  const hurried = hurriedClock()
  const upgrades = kind === 'migration' && !prepare ? plantedMigrations() : {}
  Object.assign(profileMigrations, upgrades)
  const shop = await openShop(folder, kind === 'backup' && !prepare ? { clock: hurried.clock } : {})
  for (const name of Object.keys(upgrades)) delete (profileMigrations as Record<string, unknown>)[name]

  const said = (kept: string): void => void writeSync(acknowledged, `${kept}\n`)
  const sell = async (most: number, before: (sale: number) => Promise<void> | void = () => {}) => {
    for (let sale = 0; sale < most; sale += 1) {
      await before(sale)
      if (sale % 2 === 1) await shop.act(said)
      else {
        const number = await shop.sell()
        if (number === null) throw new Error('A sale was refused')
        said(number)
      }
      if (sale % 8 === 7) await new Promise((resolve) => setTimeout(resolve, 60))
    }
  }
  const backup = async (): Promise<string> => String((await shop.call('backup.make', {}))['name'])

  const lives: Record<CutKind, () => Promise<void>> = {
    // A backup also begins a new segment of the journal.
    day: () => sell(count, async (sale) => void (sale % 20 === 19 && (await backup()))),
    migration: () => sell(8),
    /** Until the oldest copies and the oldest part of the journal are deleted. */
    backup: async () => {
      while (hurried.jumps() < backupJumps) await sell(1)
    },
    restore: () => restoreAfter(4),
    restoreWithout: () => restoreAfter(4),
  }
  /** Three days of them, two hours apart. */
  const backupJumps = 36

  const restoreAfter = async (few: number): Promise<void> => {
    await sell(few)
    const { files } = (await shop.call('backup.list', {})) as { files: { name: string }[] }
    await shop.call('backup.restore', { copy: { place: 'own', name: files.at(-1)?.name }, pin })
    await sell(few)
  }

  const prepared: Record<CutKind, () => Promise<void>> = {
    day: async () => undefined,
    migration: () => sell(count),
    backup: async () => undefined,
    restore: async () => {
      await sell(count)
      await backup()
      await sell(count)
    },
    restoreWithout: async () => {
      await prepared.restore()
      await shop.host.close()
      rmSync(join(folder, 'journal'), { recursive: true })
    },
  }

  await (prepare ? prepared : lives)[kind]()
  // A prepared till is not closed: its log exists, and is full.
  if (!prepare) await shop.host.close()
  closeSync(acknowledged)
}

for (const kind of kinds.split(',')) await live(kind as CutKind)
process.exit(0)
