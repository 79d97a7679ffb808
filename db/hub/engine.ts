/**
 * Starts and stops the hub's own PostgreSQL server in a folder. It listens on this computer only, and asks for a
 * password. A server that outlived its hub is taken over.
 */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { constants as priorities, setPriority, uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeFolder } from '../engine/makeFolder.ts'
import { syncPath } from '../engine/syncPath.ts'
import { servesFiles } from './postgres.ts'
import { findPrograms, type Programs, programOf, serverUser } from './programs.ts'

export interface Server {
  /** Where `database` is found. */
  url(database: string): string
  /** Major version. */
  version: number
  /** Starts it again at its address if it was killed. True: it did. Rejects if it does not start. */
  revive(): Promise<boolean>
  /** Ends the server in order. */
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Belongs to the server alone. */
  folder: string
  password: string
  /** Absent: the version of the folder, or the first that is found. */
  programs?: Programs
  /** Its processes give way to others. */
  isBackground?: boolean
}

export const serverRole = 'kaunta'

/** The log keeps one file a weekday. A long wait of one statement must not hold back the feed. */
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
logging_collector = on
log_filename = 'postgresql-%a.log'
log_truncate_on_rotation = on
log_rotation_age = 1d
log_rotation_size = 0
fsync = on
full_page_writes = on
synchronous_commit = on
max_prepared_transactions = 0
`

const run = async (program: string, args: string[]): Promise<void> => {
  const ended = Promise.withResolvers<number | null>()
  // The server inherits the output of `pg_ctl` and would keep a pipe open, so only `initdb` has one.
  const isStart = args.includes('start')
  const child = spawn(program, args, {
    ...serverUser,
    cwd: '/',
    stdio: ['ignore', 'ignore', isStart ? 'ignore' : 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] },
    windowsHide: true,
  })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += String(chunk)
  })
  child.once('error', ended.reject)
  child.once('close', ended.resolve)
  const code = await ended.promise
  if (code === 0) return
  throw new Error(`${program} ended with ${code}${said === '' ? '' : `: ${said.trim().split('\n').at(-1)}`}`)
}

/** Another user runs the server where this one is root. That user must be able to enter each folder above. */
const letServerIn = (folder: string): void => {
  const { uid, gid } = serverUser
  if (uid === undefined || gid === undefined) return
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above))
    if ((statSync(above).mode & constants.S_IXOTH) === 0)
      throw new Error(
        `PostgreSQL does not run as root, and its user cannot enter ${above}. Run chmod o+x ${above}, or name another folder with --data`,
      )
  chownSync(folder, uid, gid)
}

/** Makes the folder above the server's, and those above it, so that the server's user can enter them. */
export const makeEnterable = (folder: string): void => {
  const made = mkdirSync(folder, { recursive: true })
  if (made === undefined || serverUser.uid === undefined) return
  for (let each = folder; each.length >= made.length; each = dirname(each)) chmodSync(each, 0o711)
}

const freePort = async (): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}

const passwordIn = (folder: string): string => join(folder, 'password')

/** Makes the database's files beside their place, so that a kill leaves nothing half made. */
const makeFiles = async (folder: string, files: string, programs: Programs, options: ServerOptions) => {
  const made = join(folder, 'new')
  const passwordFile = passwordIn(folder)
  rmSync(made, { recursive: true, force: true })
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  try {
    if (serverUser.uid !== undefined) chownSync(passwordFile, serverUser.uid, serverUser.gid)
    await run(programOf(programs.folder, 'initdb'), [
      ...['-D', made, '-U', serverRole, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--data-checksums', '--no-instructions'],
    ])
    appendFileSync(join(made, 'postgresql.conf'), settings)
    syncPath(join(made, 'postgresql.conf'))
    renameSync(made, files)
    syncPath(folder)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Milliseconds in which a server that starts has written its note. */
const emptyNoteMs = 10_000

/**
 * The port of the server that runs on these files; null: none answers. PostgreSQL refuses to start beside a note in two
 * cases where no server runs, so the note is removed. It is from before the computer's last start, and another program may
 * have got the noted process id since. Or it is empty: the power failed while it was written.
 */
const runningPort = async (files: string, urlAt: (port: number) => string): Promise<number | null> => {
  const note = join(files, 'postmaster.pid')
  if (!existsSync(note)) return null
  const lines = readFileSync(note, 'utf8').split('\n')
  const [startedAt, port] = [Number(lines[2]), Number(lines[3])]
  if (port > 0 && (await servesFiles(urlAt(port), files))) return port
  const isOld =
    lines[0] === ''
      ? statSync(note).mtimeMs < Date.now() - emptyNoteMs
      : startedAt < Date.now() / 1000 - uptime()
  if (isOld) rmSync(note, { force: true })
  return null
}

const filesIn = (folder: string): string => join(folder, 'pg')

/** The major version that made the files; null: there are none. */
const versionIn = (folder: string): number | null => {
  const note = join(filesIn(folder), 'PG_VERSION')
  return existsSync(note) ? Number(readFileSync(note, 'utf8')) : null
}

const urlOf =
  (password: string) =>
  (at: number, database = 'postgres'): string =>
    `postgres://${serverRole}:${encodeURIComponent(password)}@127.0.0.1:${at}/${encodeURIComponent(database)}`

const controlOf =
  ({ folder }: Programs, files: string) =>
  (more: string[]) =>
    run(programOf(folder, 'pg_ctl'), ['-D', files, '-w', ...more])

/** Where a database of the server that runs on `folder` is found; null: none runs. */
export const runningServer = async ({
  folder,
  password,
}: Pick<ServerOptions, 'folder' | 'password'>): Promise<Server['url'] | null> => {
  const urlAt = urlOf(password)
  const port = await runningPort(filesIn(folder), urlAt)
  return port === null ? null : (database) => urlAt(port, database)
}

/** Ends the server that a killed program left on `folder`, and removes all of it. */
export const removeServer = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return
  const version = versionIn(folder)
  if (version !== null && existsSync(join(filesIn(folder), 'postmaster.pid')))
    // Fails if the note is of a server that was killed too.
    await controlOf(
      findPrograms(version),
      filesIn(folder),
    )(['-m', 'immediate', 'stop']).catch(() => undefined)
  // A server of years takes seconds, and a hub runs meanwhile.
  await rm(folder, { recursive: true, force: true })
}

/** Processes that the server starts later have its priority. */
const giveWay = (files: string): void => {
  try {
    const [pid] = readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')
    setPriority(Number(pid), priorities.priority.PRIORITY_LOW)
  } catch {
    // A system that does not let us.
  }
}

/**
 * Milliseconds. A process of a killed server holds its memory until it ends. The longest statement takes 15 seconds. The
 * process that brings the files to the disk after a crash takes longer on a slow disk.
 */
const startPatienceMs = 60_000
/** Milliseconds. */
const startAgainMs = 500

/** The words of the last failure that PostgreSQL logged, behind a colon; empty: it logged none. */
const lastFailure = (log: string): string => {
  const found = existsSync(log)
    ? readFileSync(log, 'utf8')
        .match(/(?<=FATAL: +).+/g)
        ?.at(-1)
    : undefined
  return found === undefined ? '' : `: ${found}`
}

/** Starts a server on `folder`, whose files are made at the first start. Rejects with a readable message. */
export const startServer = async (options: ServerOptions): Promise<Server> => {
  const { folder, password } = options
  makeFolder(folder, 1)
  chmodSync(folder, 0o700)
  letServerIn(folder)
  const files = filesIn(folder)
  const kept = versionIn(folder)
  const programs = options.programs ?? findPrograms(kept)
  // It stays if Kaunta is killed while it makes the files.
  rmSync(passwordIn(folder), { force: true })
  if (kept === null) await makeFiles(folder, files, programs, options)
  const control = controlOf(programs, files)
  const urlAt = urlOf(password)
  const log = join(folder, 'start.log')
  let isStopped = false
  /** Starts it at a port of `portOf` unless it runs. Returns its port, and whether this started it; null: it was stopped. */
  const startAt = async (portOf: () => number | Promise<number>) => {
    const began = performance.now()
    for (let isAgain = false; !isStopped; isAgain = true) {
      const running = await runningPort(files, urlAt)
      if (running !== null) return { port: running, isStarted: isAgain }
      const port = await portOf()
      // It holds the words of one start.
      rmSync(log, { force: true })
      try {
        await control(['-t', '60', '-l', log, '-o', `-p ${port}`, 'start'])
        return { port, isStarted: true }
      } catch (cause) {
        // The processes of a killed server must have ended first, and another program may take the port.
        if (performance.now() - began > startPatienceMs)
          throw new Error(`PostgreSQL did not start in ${files}; ${log} says why${lastFailure(log)}`, {
            cause,
          })
        await setTimeout(startAgainMs)
      }
    }
    return null
  }
  const found = (await startAt(freePort))?.port ?? 0
  let turn: Promise<unknown> = Promise.resolve()
  const revive = async (): Promise<boolean> => (await startAt(() => found))?.isStarted ?? false
  if (options.isBackground) giveWay(files)
  return {
    url: (database) => urlAt(found, database),
    version: programs.version,
    revive: () => {
      const done = turn.then(revive)
      turn = done.catch(() => undefined)
      return done
    },
    stop: async () => {
      isStopped = true
      await turn
      await control(['-m', 'fast', 'stop'])
    },
  }
}
