/**
 * Findings: what was wrong with a profile's database, what Kaunta did, and what may be missing. Stored beside the old
 * files, so that neither damage nor an older copy of the database removes them.
 */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { finding } from '../contract/backup.ts'
import { findingFile, type Places, readJson, writeWhole } from './files.ts'

export type Finding = z.infer<typeof finding>

/** Returns a finding with nothing filled in except `given`. */
export const newFinding = (given: Pick<Finding, 'id' | 'at' | 'cause'> & Partial<Finding>): Finding => ({
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
  ...given,
})

const asidesOf = ({ damaged }: Places): string[] => {
  try {
    return readdirSync(damaged)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

/** Returns the findings, newest first, without those that an owner dismissed. */
export const findingsOf = (places: Places): Finding[] =>
  asidesOf(places)
    .flatMap((aside) => {
      const read = finding.safeParse(readJson(findingFile(places, aside)))
      return read.success && !read.data.dismissed ? [read.data] : []
    })
    .sort((a, b) => b.at - a.at)

/** Writes a finding, or changes the one with that id. */
export const keepFinding = (places: Places, kept: Finding): void => {
  const file = findingFile(places, kept.id)
  makeFolder(dirname(file), 3)
  writeWhole(file, JSON.stringify(kept, null, 2))
}

/** Returns whether a finding with that id exists. */
export const changeFinding = (places: Places, id: string, change: Partial<Finding>): boolean => {
  const kept = findingsOf(places).find((each) => each.id === id)
  if (kept) keepFinding(places, { ...kept, ...change })
  return kept !== undefined
}
