/** The command `audit`: verifies the audit trail of a data folder, or of one file, without changing it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReadOnly } from '../../db/engine/readOnly.ts'
import { begunBy, type Reader } from '../../db/profile/audit.ts'
import { installation } from '../../db/workspace/audit.ts'
import { migrationsIn } from '../../db/workspace/contents.ts'
import { profiles } from '../../db/workspace/queries.ts'
import {
  type AuditCheck,
  type AuditFinding,
  createAuditCheck,
  createInstallationCheck,
} from '../audit/verifyChain.ts'
import { workspaceFile } from '../workspace/openWorkspaceDb.ts'
import { FlagsError } from './gatewayFlags.ts'

export interface AuditFlags {
  /** Absent: the operating system's folder. */
  data?: string
  app?: string
  /** A single database: a backup, or one that was moved away. */
  file?: string
  /** The head on a printed report. */
  head?: { seq: number; hash: string }
}

export interface AuditVerdict extends AuditFinding {
  file: string
}

/** Milliseconds that one read transaction lasts. Meanwhile a writer's log grows. */
const momentMs = 100

/** Parses the command line. Throws {@link FlagsError}. */
export const readAuditFlags = (argv: string[]): AuditFlags => {
  const text = { type: 'string' } as const
  const values = (() => {
    try {
      return parseArgs({ args: argv, options: { data: text, app: text, file: text, head: text } }).values
    } catch (error) {
      throw new FlagsError((error as Error).message.split(/\. |\n/)[0] ?? '')
    }
  })()
  const { head: given, ...rest } = values
  if (values.file !== undefined && (values.data ?? values.app) !== undefined)
    throw new FlagsError('--file: one file alone; leave out --data and --app')
  if (given === undefined) return rest
  const [, seq, hash] = /^(\d+)-([0-9a-f]{8,64})$/.exec(given) ?? []
  if (seq === undefined || hash === undefined)
    throw new FlagsError('--head: as on a printed report, such as 1207-0f3a5c7e91b2d4f6')
  if (values.file === undefined && values.app === undefined)
    throw new FlagsError('--head: also give --app or --file')
  return { ...rest, head: { seq: Number(seq), hash } }
}

const verify = (file: string, checkOf: (db: Reader) => AuditCheck): AuditVerdict => {
  const db = openReadOnly(file)
  try {
    const check = checkOf(db)
    for (;;) {
      const until = performance.now() + momentMs
      const finding = db.together(() => check.advance(db, () => performance.now() >= until))
      if (finding) return { file, ...finding }
    }
  } finally {
    db.close()
  }
}

/** Returns the verdict on each database. Throws a readable message if there is nothing to read. */
export const runAuditCommand = (dataDir: string, { app: id, file, head }: AuditFlags): AuditVerdict[] => {
  if (file !== undefined) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}`)
    const isInstallation = (db: Reader) => begunBy(db)?.environment === installation
    return [
      verify(file, (db) => (isInstallation(db) ? createInstallationCheck(head) : createAuditCheck({ head }))),
    ]
  }
  if (!existsSync(workspaceFile(dataDir)))
    throw new Error(`There is no shop in ${dataDir}; name its folder with --data`)
  const workspace = openReadOnly(workspaceFile(dataDir))
  const all = profiles(workspace)
  workspace.close()
  // A folder that this version has not opened yet has no trail of the workspace.
  const hasTrail = migrationsIn(workspaceFile(dataDir))?.includes('0003_people') === true
  const wanted = all.filter((app) => id === undefined || app.id === id)
  if (wanted.length === 0)
    throw new Error(
      `There is no app ${id ?? ''}; there is ${all.map((app) => app.id).join(', ') || 'none yet'}`,
    )
  const own =
    id === undefined && hasTrail ? [verify(workspaceFile(dataDir), () => createInstallationCheck())] : []
  return own.concat(
    wanted.map(({ id: appId, environment, taxpayer_pin: taxpayerPin, branch_id: branchId }) =>
      verify(join(dataDir, 'apps', appId, 'till.db'), () =>
        createAuditCheck({ appId, environment, taxpayerPin, branchId, head }),
      ),
    ),
  )
}
