/**
 * Who is the hub. A computer that takes over begins an epoch above every earlier one that it knows. A hub that hears of a
 * higher one was replaced.
 */
import { sql } from 'kysely'
import type { DeviceRow } from './devices.ts'
import { branchOf } from './door.ts'
import type { HubDb, HubTx } from './postgres.ts'
import { shown } from './rows.ts'

export interface Epoch {
  epoch: number
  /** The name of the computer that began it; null: no computer took over. */
  computer: string | null
}

/** Another computer that took over. `at`: epoch milliseconds when this hub heard of it. */
export interface Replaced {
  by: string
  at: number
}

/** Begins an epoch, unless the database is in that one or a later one. */
export const beginEpoch = async (tx: HubDb | HubTx, { epoch, computer }: Epoch): Promise<void> => {
  await tx
    .updateTable('hub')
    .set({
      ...{ epoch, computer: computer && shown(computer), replaced_epoch: null, replaced_by: null },
      replaced_at: null,
    })
    .where('epoch', '<', epoch)
    .execute()
}

/** Notes that another computer took over. Returns false if it did not: this hub's epoch is not lower. */
export const noteReplaced = async (db: HubDb, { epoch, computer }: Epoch, at: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('hub')
    .set({ replaced_epoch: epoch, replaced_by: shown(computer ?? ''), replaced_at: at })
    .where('epoch', '<', epoch)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** A till that an earlier hub knew. */
export interface SeedTill {
  uid: string
  name: string
  app: string | null
  publicKey: string | null
  pairedAt: number | null
  confirmedAt: number | null
  revokedAt: number | null
  parent: string | null
  startSeq: number
  startHash: string
}

export interface Seed extends Epoch {
  hub: string
  environment: 'sandbox' | 'production'
  branch: { pin: string; code: string }
  /** In the order in which they came. */
  tills: readonly SeedTill[]
  /** The names of peppers, the oldest first. */
  peppers: readonly string[]
  /** The uid of the till on this computer. */
  deputy: string
  now: number
}

/** A till that a backup has may have been paired anew or ended since, or the other way round. The later one counts. */
const putTill = (tx: HubTx, till: SeedTill, { branch, now }: { branch: number; now: number }) => {
  const { uid, name, app, publicKey, pairedAt, confirmedAt, revokedAt, startSeq, startHash } = till
  const parent = till.parent
    ? tx.selectFrom('origin as other').select('other.id').where('other.uid', '=', till.parent)
    : null
  return tx
    .insertInto('origin')
    .values({
      ...{ uid, name, branch, app, parent, kind: 'till', public_key: publicKey, paired_at: pairedAt },
      ...{ confirmed_at: confirmedAt, revoked_at: revokedAt, made_at: now, seen_at: null },
      ...{ start_seq: startSeq, start_hash: startHash, acked_seq: startSeq, acked_hash: startHash },
    })
    .onConflict((conflict) =>
      conflict
        .column('uid')
        .doUpdateSet((set) => ({
          public_key: set.ref('excluded.public_key'),
          app: set.ref('excluded.app'),
          confirmed_at: set.ref('excluded.confirmed_at'),
          revoked_at: sql<
            number | null
          >`case when excluded.paired_at > origin.paired_at then excluded.revoked_at
            else coalesce(origin.revoked_at, excluded.revoked_at) end`,
          paired_at: set.ref('excluded.paired_at'),
        }))
        .where(sql<boolean>`excluded.paired_at >= origin.paired_at`),
    )
    .execute()
}

/**
 * Puts what an earlier hub knew into an empty database or a restored backup, in a new epoch. The same again changes
 * nothing. `keepDevice`: gives the device of the branch, once its keys are kept; undefined: there is none.
 */
export const seedHub = (
  db: HubDb,
  seed: Seed,
  keepDevice: (
    branch: number,
    known: DeviceRow | undefined,
  ) => Promise<Pick<DeviceRow, 'app' | 'connection'> | undefined>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { hub, environment, epoch, computer, now } = seed
    await tx
      .insertInto('hub')
      .values({ id: hub, environment, made_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const branch = await branchOf(tx, seed.branch.pin, seed.branch.code)
    for (const till of seed.tills) await putTill(tx, till, { branch, now })
    for (const id of seed.peppers)
      await tx
        .insertInto('pepper')
        .values({ branch, id, given: true })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const known = await tx.selectFrom('device').selectAll().where('branch', '=', branch).executeTakeFirst()
    const device = await keepDevice(branch, known)
    const { id: origin } = await tx
      .selectFrom('origin')
      .select('id')
      .where('uid', '=', seed.deputy)
      .executeTakeFirstOrThrow()
    if (device) {
      const row = {
        ...{ ...device, branch, origin, handed_at: now, active_at: now, returned_at: null },
        // The till on this computer says first what is registered with it.
        waits_for: origin,
      }
      await tx
        .insertInto('device')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('branch')
            .doUpdateSet(row)
            // A backup of before the device came has another one, or one that a till had taken back or that did not sign yet.
            .where(({ or, eb }) =>
              or([
                eb('device.active_at', 'is', null),
                eb('device.returned_at', 'is not', null),
                eb('device.app', '<>', device.app),
              ]),
            ),
        )
        .execute()
    }
    await beginEpoch(tx, { epoch, computer })
  })
