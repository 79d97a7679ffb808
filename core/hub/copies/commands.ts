/** The commands about backups, beside a running hub or without one. */
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { FolderInUseError, lockFolder } from '../../../db/engine/lock.ts'
import { isUnused } from '../../../db/hub/copy.ts'
import { hubRow } from '../../../db/hub/door.ts'
import { makeEnterable, runningServer, startServer } from '../../../db/hub/engine.ts'
import { beginEpoch } from '../../../db/hub/epochs.ts'
import { type HubDb, makeDatabase, usingDatabase } from '../../../db/hub/postgres.ts'
import type { Ports } from '../../base/ports.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import { createHubClient } from '../../link/client.ts'
import { adminSecret, doorKey, readDoorNote } from '../../link/doorNote.ts'
import { keptSecret } from '../../platform/keptSecret.ts'
import type { CopyFlags } from '../flags.ts'
import { ownDatabase } from '../openHub.ts'
import { readBackup } from './backup.ts'
import { checkHub } from './check.ts'
import { createCopies } from './copies.ts'
import { backupAnswer } from './copyRoutes.ts'
import { keepCode, keepSecrets, knownCode, recoveryCode, shownCode, typedCode } from './recoveryCode.ts'
import { restoreBackup, restoreBeside } from './restore.ts'
import { WrongRecoveryCodeError } from './sealedFile.ts'

export interface CopyCommand {
  dataDir: string
  flags: CopyFlags
  ports: Pick<Ports, 'clock' | 'log' | 'secrets' | 'ids' | 'volume'>
  /** Not an argument, which every user of the computer could read. */
  readCode(): Promise<string>
}

interface Done {
  line: object
  /** The command ends with 1. */
  isWrong?: boolean
}

const hubFolder = ({ dataDir }: CopyCommand): string => join(dataDir, 'hub')
const serverOf = async (command: CopyCommand) => ({
  folder: join(hubFolder(command), 'server'),
  password: await keptSecret(command.ports, 'hub.database')(),
})

const demandHubHere = (command: CopyCommand): void => {
  if (command.flags.database === undefined && !existsSync(join(hubFolder(command), 'server')))
    throw new Error(
      `There is no hub in ${command.dataDir}. Name its folder with --data, or its server with --database`,
    )
}

/** Runs `alone` while no hub can start here, or `beside` if one runs. */
const aloneOrBeside = async <T>(
  command: CopyCommand,
  alone: () => Promise<T>,
  beside: () => Promise<T>,
): Promise<T> => {
  let unlock: () => void
  try {
    unlock = lockFolder(hubFolder(command))
  } catch (error) {
    if (error instanceof FolderInUseError) return beside()
    throw error
  }
  try {
    return await alone()
  } finally {
    unlock()
  }
}

/** Gives the database of a hub that does not run. */
const withDatabase = async <T>(command: CopyCommand, work: (db: HubDb) => Promise<T>): Promise<T> => {
  const { database } = command.flags
  if (database !== undefined) return usingDatabase(database, work)
  const server = await startServer(await serverOf(command))
  try {
    return await usingDatabase(server.url(ownDatabase), work)
  } finally {
    await server.stop()
  }
}

/** Asks the running hub of this computer, by its own door. A backup of a large hub takes hours. */
const askHub = async (command: CopyCommand, path: string, body: object): Promise<unknown> => {
  const note = readDoorNote(hubFolder(command))
  const bearer = await command.ports.secrets.get(adminSecret)
  if (!note || bearer === null) throw new Error('The hub is starting. Try again in a moment')
  const isAny = note.listen === '0.0.0.0' || note.listen === '::'
  const host = isAny ? '127.0.0.1' : note.listen.includes(':') ? `[${note.listen}]` : note.listen
  const client = createHubClient(note.pin, [`${host}:${note.port}`])
  try {
    const heard = await client.send({
      method: 'POST',
      path: `/admin/${path}`,
      body,
      bearer,
      ms: 24 * 3_600_000,
    })
    if (heard.is === 'silent')
      throw new Error(`The hub does not answer (${heard.detail}). Try again in a moment`)
    if (heard.status !== 200) throw new Error(`The hub answered ${heard.status}. Its log says more`)
    return heard.body
  } finally {
    client.close()
  }
}

const backUp = async (command: CopyCommand): Promise<Done> => {
  demandHubHere(command)
  const to = command.flags.to === undefined ? undefined : resolve(command.flags.to)
  const alone = () =>
    withDatabase(command, (db) =>
      createCopies({ db, folder: hubFolder(command), ports: command.ports }).make('manual', to),
    )
  const beside = async () => {
    const answer = backupAnswer.parse(await askHub(command, 'backup', to === undefined ? {} : { to }))
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.file
  }
  return { line: { file: await aloneOrBeside(command, alone, beside) } }
}

const showCode = async (command: CopyCommand): Promise<Done> => {
  demandHubHere(command)
  const alone = async () => ({ code: shownCode(await recoveryCode(command.ports.secrets)) })
  const beside = async () => (await askHub(command, 'recovery', {})) as { code: string }
  return { line: await aloneOrBeside(command, alone, beside) }
}

const check = async (command: CopyCommand): Promise<Done> => {
  demandHubHere(command)
  const beside = async () => {
    const { database } = command.flags
    const server = database === undefined ? await runningServer(await serverOf(command)) : null
    const url = database ?? server?.(ownDatabase)
    if (url === undefined)
      throw new Error('The running hub uses a server of yours. Name that server with --database')
    return usingDatabase(url, checkHub)
  }
  const report = await aloneOrBeside(command, () => withDatabase(command, checkHub), beside)
  return { line: report, isWrong: report.wrong.length > 0 }
}

/** Returns the code that opens the file: the one that this computer knows, or the one that a person enters. */
const codeOf = async ({ ports, readCode }: CopyCommand, file: string): Promise<string> => {
  const known = await knownCode(ports.secrets)
  if (known !== null)
    try {
      await readBackup({ file, code: known })
      return known
    } catch (error) {
      if (!(error instanceof WrongRecoveryCodeError)) throw error
    }
  return typedCode(await readCode())
}

/** Throws if the folder or the database is of another hub, whose tills would find this one in its place. */
const demandSameHub = async (command: CopyCommand, secrets: Record<string, string>): Promise<void> => {
  const here = await command.ports.secrets.get(doorKey)
  if (here !== null && here !== secrets[doorKey])
    throw new Error(`${command.dataDir} is of another hub. Name a new folder with --data`)
}

/** Restores beside the database that is there, and takes its place at the end. */
const restoreOwn = async (command: CopyCommand, restore: (db: HubDb) => Promise<void>): Promise<void> => {
  const server = await startServer(await serverOf(command))
  try {
    const url = server.url(ownDatabase)
    await makeDatabase(server.url('postgres'), ownDatabase)
    const isFree = await usingDatabase(url, isUnused)
    if (!isFree && !command.flags.replace)
      throw new Error(
        `The hub in ${command.dataDir} has tills already. Name a new folder with --data, or add --replace`,
      )
    await restoreBeside(url, toWireDateTime(command.ports.clock.now()), restore)
  } finally {
    await server.stop()
  }
}

const restore = async (command: CopyCommand): Promise<Done> => {
  const { flags, ports } = command
  const file = resolve(flags.file ?? '')
  const code = await codeOf(command, file)
  const { head } = await readBackup({ file, code })
  makeEnterable(hubFolder(command))
  const unlock = lockFolder(hubFolder(command))
  try {
    await demandSameHub(command, head.secrets)
    // Before the database: a hub with its tills but with another key would be a stranger to them.
    await keepSecrets(ports.secrets, head.secrets)
    await keepCode(ports.secrets, code)
    let rows = 0
    const restoreInto = async (db: HubDb) => {
      const { tables } = await restoreBackup({ db, file, code })
      // Tills say again what they leave to this hub: it is older than it was, and another one may have been the hub.
      const epoch = Math.max((await hubRow(db)).epoch + 1, ports.clock.now())
      await beginEpoch(db, { epoch, computer: hostname() })
      rows = tables.reduce((sum, table) => sum + table.rows, 0)
    }
    if (flags.database === undefined) await restoreOwn(command, restoreInto)
    else await usingDatabase(flags.database, restoreInto)
    const { hub, environment, madeAt } = head
    return { line: { hub, environment, madeAt: new Date(madeAt).toISOString(), rows } }
  } finally {
    unlock()
  }
}

const acts = { backup: backUp, restore, check, recovery: showCode }

/** Returns the line to print. Throws a readable message on failure. */
export const runCopyCommand = (command: CopyCommand): Promise<Done> => acts[command.flags.act](command)
