/**
 * A till whose every write is recorded: `node recordedTill.ts KIND FOLDER SALES`; with `prepare` as a fourth word, what
 * lies there before the recording begins. Acknowledgements go to a file of their own.
 */
import { openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { acknowledgements, type CutKind } from './cutKinds.ts'
import { hurriedClock } from './hurriedClock.ts'
import { plantedMigrations } from './plantedMigration.ts'
import { openShop, pin } from './shop.ts'

const [kind = 'day', folder = '', sales = '40', prepare] = process.argv.slice(2) as [CutKind, ...string[]]
const count = Number(sales)
const acknowledged = openSync(join(folder, acknowledgements), 'a')
const hurried = hurriedClock()
if (kind === 'migration' && !prepare) Object.assign(profileMigrations, plantedMigrations())
const shop = await openShop(folder, kind === 'backup' ? { clock: hurried.clock } : {})

const sell = async (most: number, before: (sale: number) => Promise<void> | void = () => {}) => {
  for (let sale = 0; sale < most; sale += 1) {
    await before(sale)
    const number = await shop.sell()
    if (number === null) throw new Error('A sale was refused')
    writeSync(acknowledged, `${number}\n`)
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
// The prepared till was not closed: its log exists, and is full.
if (prepare) process.exit(0)
await shop.host.close()
process.exit(0)
