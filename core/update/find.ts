/** Finds the next version at the address of the updates, and stages it with the way back from it. */
import type { KeyObject } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { download, fetchFeed } from './download.ts'
import {
  type FeedFile,
  feedEnd,
  fileFor,
  type InstallerKind,
  isNewer,
  readFeed,
  UpdateError,
} from './feed.ts'
import { updatesFolder } from './installation.ts'

/** Which feed is for this program. */
export interface Wanted {
  key: KeyObject
  /** The version that runs. */
  version: string
  kind: InstallerKind
  platform: string
  arch: string
}

/** A verified version, and what Kaunta goes back to if it does not start. */
export interface Next {
  version: string
  file: FeedFile
  wayBack: FeedFile
}

interface Place {
  address: string
  signal: AbortSignal
}

const find = async (name: string, wanted: Wanted, place: Place) => {
  const feed = readFeed(await fetchFeed(name, place), wanted.key)
  return { version: feed.version, file: () => fileFor(feed, wanted.kind, wanted.arch) }
}

/**
 * Returns the newest version if it is newer than the one that runs, and than `failed`, which did not start here; else
 * null. Throws {@link UpdateError}.
 */
export const findNext = async (wanted: Wanted, place: Place, failed?: string): Promise<Next | null> => {
  const end = feedEnd(wanted.platform, wanted.arch)
  const latest = await find(`latest${end}`, wanted, place)
  if (!isNewer(latest.version, wanted.version)) return null
  if (failed !== undefined && !isNewer(latest.version, failed)) return null
  const missing = (error: unknown) => {
    throw error instanceof UpdateError && error.reason === 'unreachable'
      ? new UpdateError('noWayBack', `${place.address} has no version ${wanted.version}`, error)
      : error
  }
  const before = await find(`${wanted.version}${end}`, wanted, place).catch(missing)
  if (before.version !== wanted.version)
    throw new UpdateError('badFeed', `The feed of ${wanted.version} is that of ${before.version}`)
  return { version: latest.version, file: latest.file(), wayBack: before.file() }
}

/**
 * Downloads both files into the folder for updates, and deletes those of earlier versions. `progress` gets the bytes
 * of both together. Throws {@link UpdateError}.
 */
export const stage = async (
  { file, wayBack }: Next,
  {
    dataDir,
    room,
    progress,
    ...place
  }: Place & { dataDir: string; room(): number; progress(bytes: number): void },
): Promise<void> => {
  const folder = updatesFolder(dataDir)
  makeFolder(folder, 1)
  const wanted = [file, wayBack].flatMap(({ url }) => [url, `${url}.part`])
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOld = entry.isFile() && !entry.name.endsWith('.json') && !wanted.includes(entry.name)
    if (isOld) await rm(join(folder, entry.name))
  }
  await download(wayBack, { ...place, folder, room, progress })
  await download(file, { ...place, folder, room, progress: (bytes) => progress(wayBack.size + bytes) })
}
