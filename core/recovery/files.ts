/** Where a profile's files lie, and how they are put aside or in place so that a power cut in the middle is harmless. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { syncPath } from '../../db/engine/syncPath.ts'

export interface Places {
  /** The database. */
  file: string
  /** What is to be put in its place. */
  incoming: string
  journal: string
  backups: string
  /** What was put aside, by the moment. Nothing in it is ever deleted by Kaunta. */
  damaged: string
}

export const placesOf = (dataDir: string, appId: string): Places => {
  const folder = join(dataDir, 'apps', appId)
  return {
    file: join(folder, 'till.db'),
    incoming: join(folder, 'till.db.incoming'),
    journal: join(dataDir, 'journal', appId),
    backups: join(dataDir, 'backups', appId),
    damaged: join(dataDir, 'damaged', appId),
  }
}

/** A database is its file and these, if they are there; the last is ours (`generation.ts`). */
export const companions = ['', '-wal', '-shm', '-journal', '.state'] as const

/** A file is its whole new content, or its whole old one. Throws where its folder is missing. */
export const writeWhole = (file: string, content: string): void => {
  const unfinished = `${file}.new`
  writeFileSync(unfinished, content, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  syncPath(dirname(file))
}

export const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Moves what is there of a database into `folder`, without taking what lies there already. */
const putAside = (file: string, folder: string, parts: readonly string[] = companions): void => {
  makeFolder(folder, 3)
  for (const part of parts) {
    const from = `${file}${part}`
    if (!existsSync(from)) continue
    let to = join(folder, basename(from))
    for (let turn = 2; existsSync(to); turn += 1) to = join(folder, `${basename(from)}.${turn}`)
    renameSync(from, to)
  }
  syncPath(folder)
  if (existsSync(dirname(file))) syncPath(dirname(file))
}

export interface Swap {
  /** Its name in {@link Places.damaged}. */
  aside: string
  /** The journal does not lead on from what is put in place: it goes aside as well. */
  journalToo: boolean
  /** Kept beside what was put aside. */
  finding: object
}

const swapFile = ({ file }: Places): string => `${file}.swap`
/** Was one begun and not ended? */
export const hasSwap = (places: Places): boolean => existsSync(swapFile(places))

export const findingFile = ({ damaged }: Places, aside: string): string =>
  join(damaged, aside, 'finding.json')

/**
 * Puts {@link Places.incoming} in the database's place and that aside. What was begun is ended by {@link finishSwap} at
 * the next start; before this wrote its marker nothing has happened.
 */
export const swapIn = (places: Places, swap: Swap): void => {
  beginSwap(places, swap)
  finishSwap(places)
}

export const beginSwap = (places: Places, swap: Swap): void => {
  syncPath(places.incoming)
  writeWhole(swapFile(places), JSON.stringify(swap))
}

/** Ends a swap that was begun; answers whether there was one. Without a marker, what was being prepared is thrown away. */
export const finishSwap = (places: Places): boolean => {
  const marker = swapFile(places)
  const swap = readJson(marker) as Swap | null
  if (!swap) {
    for (const part of companions) rmSync(`${places.incoming}${part}`, { force: true })
    return false
  }
  const aside = join(places.damaged, swap.aside)
  makeFolder(aside, 3)
  const journalAside = join(aside, 'journal')
  // Once it is there, what lies in its old place was begun since.
  if (swap.journalToo && existsSync(places.journal) && !existsSync(journalAside)) {
    renameSync(places.journal, journalAside)
    syncPath(dirname(places.journal))
  }
  // As long as it waits here, what bears the name is the old one.
  if (existsSync(places.incoming)) {
    putAside(places.file, aside)
    renameSync(places.incoming, places.file)
    syncPath(dirname(places.file))
  }
  writeWhole(findingFile(places, swap.aside), JSON.stringify(swap.finding, null, 2))
  rmSync(marker)
  syncPath(dirname(places.file))
  return true
}
