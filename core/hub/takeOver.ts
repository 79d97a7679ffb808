/**
 * This computer takes over as the hub of a branch, with what its till kept as the deputy. Each step may be done again, so a
 * hub that was killed continues with its next start.
 */
import { join } from 'node:path'
import { isUnused } from '../../db/hub/copy.ts'
import { seedHub } from '../../db/hub/epochs.ts'
import { migrateHub } from '../../db/hub/migrate.ts'
import { emptyDatabase, type HubDb } from '../../db/hub/postgres.ts'
import type { Ports } from '../base/ports.ts'
import { type TakeOver, takeOver, takeOverSecret } from '../contract/hub/escrow.ts'
import { backupsIn } from '../recovery/backupFiles.ts'
import { doorKey } from './certificate.ts'
import { readBackup } from './copies/backup.ts'
import { keepCode, keepSecrets } from './copies/recoveryCode.ts'
import { restoreBackup } from './copies/restore.ts'
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

/** Restores the newest backup of this hub that is whole. Throws if none is. */
const restoreNewest = async (
  db: HubDb,
  folder: string,
  { secrets, log }: By,
  { escrow }: TakeOver,
): Promise<void> => {
  const code = escrow.recoveryCode
  const failures: string[] = []
  for (const { name } of backupsIn(folder).filter((each) => each.name.endsWith('.hub'))) {
    const file = join(folder, name)
    try {
      const { head } = await readBackup({ file, code })
      if (head.hub !== escrow.hub) throw new Error(`${file} is of another hub`)
      await keepSecrets(secrets, head.secrets)
      // A backup of an older version wants tables of its own form.
      await emptyDatabase(db)
      await restoreBackup({ db, file, code })
      return log.info({ file }, 'The hub was restored from a backup')
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
      log.warn({ err: error, file }, 'This backup cannot be used; the one before is tried')
    }
  }
  throw new Error(`No backup in ${folder} can be used: ${failures[0] ?? 'there is none'}`)
}

/** Does what a till on this computer asked for, if it did. Rejects with a readable message. */
export const takeOverIfAsked = async (db: HubDb, by: By): Promise<void> => {
  const { secrets, clock, log } = by
  const text = await secrets.get(takeOverSecret)
  if (text === null) return
  const asked = takeOver.parse(JSON.parse(text))
  const { escrow, epoch, computer, till, backups } = asked
  await keepEscrow(by, asked)
  if (backups !== null && (await isUnused(db))) await restoreNewest(db, backups, by, asked)
  await migrateHub(db)
  const { hub, environment, branch, tills, peppers, device } = escrow
  await seedHub(
    db,
    {
      ...{ hub, environment, branch, tills, epoch, computer, deputy: till, now: clock.now() },
      peppers: peppers.map(({ id }) => id).toReversed(),
    },
    async (branchId, known) => {
      if (!device) return undefined
      const app = known?.app ?? appFor(hub, known, branchId, device.connection.serial)
      await keepKeys(secrets, app, device)
      return { app, connection: JSON.stringify(device.connection) }
    },
  )
  await secrets.remove(takeOverSecret)
  log.info({ hub, epoch, computer }, 'This computer took over as the hub of the branch')
}
