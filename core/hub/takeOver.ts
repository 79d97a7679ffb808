/**
 * This computer takes over as the hub of a branch, with what its till kept as the deputy. Each step may be done again, so a
 * hub that was killed continues with its next start.
 */
import { join } from 'node:path'
import { isUnused } from '../../db/hub/copy.ts'
import type { DeviceRow } from '../../db/hub/devices.ts'
import { hubRow } from '../../db/hub/door.ts'
import { seedHub } from '../../db/hub/epochs.ts'
import { migrateHub } from '../../db/hub/migrate.ts'
import { emptyDatabase, type HubDb, usingDatabase } from '../../db/hub/postgres.ts'
import type { Ports } from '../base/ports.ts'
import { deviceConnection } from '../contract/hub/device.ts'
import { type TakeOver, takeOver, takeOverSecret } from '../contract/hub/escrow.ts'
import { doorKey } from '../link/doorNote.ts'
import { backupsIn } from '../recovery/backupFiles.ts'
import { type BackupHead, readBackup } from './copies/backup.ts'
import { keepCode } from './copies/recoveryCode.ts'
import { restoreBackup, restoreBeside } from './copies/restore.ts'
import { appFor, keepKeys } from './deviceKeys.ts'
import { pepperSecret } from './peppers.ts'

type By = Pick<Ports, 'clock' | 'log' | 'secrets'>

const keepEscrow = async ({ secrets }: By, { escrow }: TakeOver): Promise<void> => {
  const here = await secrets.get(doorKey)
  if (here !== null && here !== escrow.doorKey)
    throw new Error('The folder of the hub on this computer is of another hub. Move it away, then try again')
  await secrets.set(doorKey, escrow.doorKey)
  await keepCode(secrets, escrow.recoveryCode)
  for (const { id, secret } of escrow.peppers) await secrets.set(pepperSecret(id), secret)
}

/** Brings the database into the present form. Returns the epoch of the hub that it is of; 0: it is empty. */
const prepare = async (db: HubDb): Promise<number> => {
  await migrateHub(db)
  return (await isUnused(db)) ? 0 : (await hubRow(db)).epoch
}

/** Reads a backup to its end. Throws unless it is of this hub, and of a later epoch than `here`. */
const readLater = async (file: string, { escrow }: TakeOver, here: number): Promise<BackupHead> => {
  let epoch = 1
  const { head } = await readBackup({
    ...{ file, code: escrow.recoveryCode },
    rows: async (table, [line = '{}']) => {
      // A backup of an earlier version has no epoch.
      if (table === 'hub') epoch = JSON.parse(line).epoch ?? epoch
    },
  })
  if (head.hub !== escrow.hub) throw new Error(`${file} is of another hub`)
  // A hub has all that a backup of its own epoch has, and more.
  if (epoch <= here)
    throw new Error(
      `${file} is older than the database of the hub on this computer. Take over without a folder of backups`,
    )
  return head
}

/** Restores the newest backup of this hub that is whole. Throws if none is. `here`: the epoch of this computer's own hub. */
const restoreNewest = async (
  db: HubDb,
  folder: string,
  { secrets, log }: By,
  { asked, here }: { asked: TakeOver; here: number },
): Promise<void> => {
  const code = asked.escrow.recoveryCode
  const failures: string[] = []
  for (const { name } of backupsIn(folder).filter((each) => each.name.endsWith('.hub'))) {
    const file = join(folder, name)
    let head: BackupHead
    try {
      head = await readLater(file, asked, here)
      // A backup of an older version wants tables of its own form.
      await emptyDatabase(db)
      await restoreBackup({ db, file, code })
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
      log.warn({ err: error, file }, 'This backup cannot be used; the one before is tried')
      continue
    }
    // Those of the hub that this computer was before are older.
    for (const [secret, value] of Object.entries(head.secrets)) await secrets.set(secret, value)
    return log.info({ file }, 'The hub was restored from a backup')
  }
  throw new Error(`No backup in ${folder} can be used: ${failures[0] ?? 'there is none'}`)
}

const serialOf = ({ connection }: DeviceRow): string => deviceConnection.parse(JSON.parse(connection)).serial

/** Does what a till on this computer asked for, if it did. Nobody may use the database. Rejects with a readable message. */
export const takeOverIfAsked = async (url: string, by: By): Promise<void> => {
  const { secrets, clock, log } = by
  const text = await secrets.get(takeOverSecret)
  if (text === null) return
  const asked = takeOver.parse(JSON.parse(text))
  const { escrow, epoch, computer, till, backups } = asked
  await keepEscrow(by, asked)
  const here = await usingDatabase(url, prepare)
  if (backups !== null)
    await restoreBeside(url, `${epoch}`, (db) => restoreNewest(db, backups, by, { asked, here }))
  const { hub, environment, branch, tills, peppers, device } = escrow
  await usingDatabase(url, (db) =>
    seedHub(
      db,
      {
        ...{ hub, environment, branch, tills, epoch, computer, deputy: till, now: clock.now() },
        peppers: peppers.map(({ id }) => id).toReversed(),
      },
      async (branchId, known) => {
        if (!device) return undefined
        const { serial } = device.connection
        const isIt = known?.active_at != null && known.returned_at === null && serialOf(known) === serial
        const app = isIt ? known.app : appFor(hub, known, branchId, serial)
        await keepKeys(secrets, app, device)
        return { app, connection: JSON.stringify(device.connection) }
      },
    ),
  )
  await secrets.remove(takeOverSecret)
  log.info({ hub, epoch, computer }, 'This computer took over as the hub of the branch')
}
