/**
 * The way back from a version that does not start: verified copies of all databases, made when they were closed. They
 * replace the databases only while nothing was written since. After the first write there is no way back.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { syncPath } from '../../db/engine/syncPath.ts'
import type { carryCopy } from '../../db/integrity/copies.ts'
import { type problemsIn, sizeOf } from '../../db/integrity/inspect.ts'
import { headerOf, linesOf, segmentFile, segmentsIn } from '../../db/journal/lines.ts'
import type { OffThread } from '../base/offThread.ts'
import { companions, readJson } from '../recovery/files.ts'
import { workspacePlaces } from '../workspace/recoverWorkspaceDb.ts'
import { type Installation, updatesFolder } from './installation.ts'

const copiesFolder = (dataDir: string): string => join(updatesFolder(dataDir), 'copies')
const copyOf = (dataDir: string, name: string): string =>
  join(copiesFolder(dataDir), name.replaceAll('/', '~'))
const journalOf = (dataDir: string, id: string): string => join(dataDir, 'journal', id)

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** All databases, by their path below the data folder. */
const databasesIn = (dataDir: string): string[] => [
  basename(workspacePlaces(dataDir).file),
  ...namesIn(join(dataDir, 'apps')).flatMap((id) =>
    namesIn(join(dataDir, 'apps', id))
      .filter((name) => name.endsWith('.db'))
      .map((name) => `apps/${id}/${name}`),
  ),
]

export const databaseBytes = (dataDir: string): number =>
  databasesIn(dataDir).reduce((sum, name) => sum + (sizeOf(join(dataDir, name)) ?? 0), 0)

/** The last change of the workspace, as noted beside its database. */
const revisionNoted = (dataDir: string): number => {
  const note = readJson(`${workspacePlaces(dataDir).file}.state`) as { number?: unknown } | null
  return typeof note?.number === 'number' ? note.number : -1
}

const demandWhole = async (copy: string, offThread: OffThread): Promise<void> => {
  const problems = await offThread<typeof problemsIn>('problemsIn', copy, { depth: 'full' }).result
  if (problems !== null) throw new Error(`${copy} is damaged: ${problems}`)
}

/**
 * Copies the closed databases, and checks each copy. Returns what the note of the installation has about them. Throws
 * if one cannot be copied or is damaged.
 */
export const copyDatabases = async (
  dataDir: string,
  offThread: OffThread,
): Promise<Pick<Installation, 'copies' | 'journals' | 'revision'>> => {
  await forgetCopies(dataDir)
  makeFolder(copiesFolder(dataDir), 2)
  const copies = databasesIn(dataDir)
  for (const name of copies) {
    const copy = copyOf(dataDir, name)
    for (const part of companions) {
      const file = join(dataDir, `${name}${part}`)
      if (existsSync(file)) await offThread<typeof carryCopy>('carryCopy', file, `${copy}${part}`).result
    }
    await demandWhole(copy, offThread)
  }
  syncPath(copiesFolder(dataDir))
  const ids = namesIn(join(dataDir, 'apps'))
  const journals = ids.map((id) => [id, segmentsIn(journalOf(dataDir, id)).at(-1) ?? 0])
  return { copies, journals: Object.fromEntries(journals), revision: revisionNoted(dataDir) }
}

/** Journal files that were begun after the copies. */
const laterSegments = (dataDir: string, id: string, last: number): string[] => {
  const folder = journalOf(dataDir, id)
  return segmentsIn(folder)
    .filter((number) => number > last)
    .map((number) => segmentFile(folder, number))
}

/**
 * True if anything was stored since the copies: a line in a journal, a change of the workspace, or a new profile. It
 * reads no database, as those may be what the new version damaged. In doubt it is true.
 */
export const hasWritten = (dataDir: string, { journals, revision }: Installation): boolean => {
  try {
    if (revisionNoted(dataDir) !== revision) return true
    return namesIn(join(dataDir, 'apps')).some((id) => {
      const last = journals[id]
      if (last === undefined) return true
      return laterSegments(dataDir, id, last).some((file) => {
        const number = Number.parseInt(basename(file), 10)
        return linesOf(readFileSync(file), headerOf(dirname(file), number)?.after ?? null).length > 0
      })
    })
  } catch {
    return true
  }
}

/**
 * Puts the copies into the places of the databases. It may be repeated: the copies stay until the old version has
 * started. The files of the new version are deleted, as nothing was written in them. Throws, and changes nothing, if a
 * copy is damaged.
 */
export const restoreDatabases = async (
  dataDir: string,
  { copies, journals }: Installation,
  offThread: OffThread,
): Promise<void> => {
  for (const name of copies) await demandWhole(copyOf(dataDir, name), offThread)
  for (const [id, last] of Object.entries(journals))
    for (const file of laterSegments(dataDir, id, last)) rmSync(file)
  for (const name of copies) {
    const file = join(dataDir, name)
    const copy = copyOf(dataDir, name)
    const incoming = `${file}.incoming`
    copyFileSync(copy, incoming)
    syncPath(incoming)
    // A log of the new version beside the old file would be merged into it.
    for (const part of companions.slice(1)) {
      rmSync(`${file}${part}`, { force: true })
      if (existsSync(`${copy}${part}`)) copyFileSync(`${copy}${part}`, `${file}${part}`)
    }
    renameSync(incoming, file)
    syncPath(dirname(file))
  }
}

export const forgetCopies = (dataDir: string): Promise<void> =>
  rm(copiesFolder(dataDir), { recursive: true, force: true })
