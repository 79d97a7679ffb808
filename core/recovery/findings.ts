/**
 * What was found wrong with a profile's database, what was done, and what may be missing. Kept beside what was put
 * aside, so that no damage to a database, and no older copy of one, takes it away.
 */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { finding } from '../contract/backup.ts'
import { findingFile, type Places, readJson, writeWhole } from './files.ts'

export type Finding = z.infer<typeof finding>

/** One with nothing found yet but what is told. */
export const newFinding = (told: Pick<Finding, 'id' | 'at' | 'cause'> & Partial<Finding>): Finding => ({
  text: null,
  aside: null,
  source: null,
  changes: 0,
  upTo: null,
  salvaged: 0,
  complete: false,
  numbers: null,
  authority: null,
  dismissed: false,
  ...told,
})

const asidesOf = ({ damaged }: Places): string[] => {
  try {
    return readdirSync(damaged)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

/** Newest first; those that an owner has put away are not among them. */
export const findingsOf = (places: Places): Finding[] =>
  asidesOf(places)
    .flatMap((aside) => {
      const read = finding.safeParse(readJson(findingFile(places, aside)))
      return read.success && !read.data.dismissed ? [read.data] : []
    })
    .sort((a, b) => b.at - a.at)

/** Writes a finding, or changes the one of that id. */
export const keepFinding = (places: Places, kept: Finding): void => {
  const file = findingFile(places, kept.id)
  makeFolder(dirname(file), 3)
  writeWhole(file, JSON.stringify(kept, null, 2))
}

/** Answers whether there is one of that id. */
export const changeFinding = (places: Places, id: string, change: Partial<Finding>): boolean => {
  const kept = findingsOf(places).find((each) => each.id === id)
  if (kept) keepFinding(places, { ...kept, ...change })
  return kept !== undefined
}
