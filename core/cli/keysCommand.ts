/** The command `keys`: the same as the screen, while a host runs on the folder or not. */

import { createAnchor } from '../../db/engine/anchor.ts'
import { lockFolder } from '../../db/engine/lock.ts'
import type { Db } from '../../db/engine/sqlite.ts'
import { sizeOf } from '../../db/integrity/inspect.ts'
import type { ApiKeyRow } from '../../db/workspace/apiKeys.ts'
import { type ProfileRow, profiles } from '../../db/workspace/queries.ts'
import { createKeys } from '../access/apiKeys.ts'
import type { OffThread } from '../base/offThread.ts'
import type { Clock, Ids, Log, Volume } from '../base/ports.ts'
import { foreignKey } from '../contract/access.ts'
import { unwatchedDisk } from '../disk/diskMonitor.ts'
import { openWorkspaceDb, workspaceFile } from '../workspace/openWorkspaceDb.ts'
import { workspaceWasHere } from '../workspace/recoverWorkspaceDb.ts'
import { createWorkspaceCopies } from '../workspace/workspaceBackups.ts'
import type { KeyFlags } from './keysFlags.ts'

/** The author in the audit trail. */
const by = 'command'

export interface KeysCommand {
  dataDir: string
  flags: KeyFlags
  clock: Clock
  ids: Ids
  log: Log
  volume: Volume
  offThread: OffThread
  /** The key to adopt. Not an argument, which every user of the computer could read. */
  readKey(): Promise<string>
}

const keyLine = (row: ApiKeyRow, app: ProfileRow | undefined) => ({
  id: row.id,
  name: row.name,
  lastFour: row.last_four,
  appId: row.app_id,
  app: app?.name ?? null,
  environment: app?.environment ?? null,
  createdAt: new Date(row.created_at).toISOString(),
  createdBy: row.created_by,
  lastUsedOn: row.last_used_on,
  revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
  revokedBy: row.revoked_by,
})

const profileOf = (all: ProfileRow[], id: string | undefined): ProfileRow => {
  const found = id === undefined ? (all.length === 1 ? all[0] : undefined) : all.find((app) => app.id === id)
  if (found) return found
  const known = all.map(({ id, name, environment }) => `${id} (${name}, ${environment})`).join(', ')
  throw new Error(
    `${id === undefined ? 'Say which app with --app ID' : `There is no app ${id}`}; there is ${known || 'none yet'}`,
  )
}

const act = async (db: Db, { flags, clock, ids, readKey }: KeysCommand): Promise<object> => {
  const keys = createKeys({ db, clock, ids })
  const all = profiles(db)
  const line = (row: ApiKeyRow) =>
    keyLine(
      row,
      all.find(({ id }) => id === row.app_id),
    )
  switch (flags.act) {
    case 'list':
      return { keys: keys.list(flags.app === undefined ? undefined : profileOf(all, flags.app).id).map(line) }
    case 'mint': {
      const { key, row } = keys.mint(profileOf(all, flags.app), { by, name: flags.name })
      return { ...line(row), apiKey: key }
    }
    case 'adopt': {
      const app = profileOf(all, flags.app)
      const key = foreignKey.safeParse(await readKey())
      if (!key.success)
        throw new Error('Write the key on standard input: one line of 24 to 200 letters, digits and signs')
      const adopted = keys.adopt(app, key.data, { by, name: flags.name })
      if (!adopted.ok) throw new Error(adopted.error.message)
      return line(adopted.data)
    }
    case 'revoke': {
      const row = keys.list(flags.app).find(({ id }) => id === flags.key)
      const revoked = row && keys.revoke(row.app_id, row.id, by)
      if (!revoked) throw new Error(`There is no key ${flags.key}; keys list shows the existing ones`)
      return line(revoked)
    }
  }
}

/** Returns the line to print. Throws a readable message on failure. */
export const runKeysCommand = async (command: KeysCommand): Promise<object> => {
  const { dataDir } = command
  if (!sizeOf(workspaceFile(dataDir)) && !workspaceWasHere(dataDir))
    throw new Error(`There is no shop in ${dataDir}; name its folder with --data`)
  // SQLite lets both processes write. Only migrating and repairing the database need exclusive access.
  const db = await openWorkspaceDb({ ...command, anchor: createAnchor(), alone: () => lockFolder(dataDir) })
  try {
    const done = await act(db, command)
    await db.durable()
    if (command.flags.act !== 'list')
      await createWorkspaceCopies({
        secondFolder: () => '',
        ...command,
        db,
        disk: unwatchedDisk,
      }).copyChanges()
    return done
  } finally {
    db.close()
  }
}
