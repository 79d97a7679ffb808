import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { tortureBugs } from './bugs.ts'

const all = Object.values(tortureBugs).flatMap((bugs) => Object.entries(bugs))

it.each(all)('the planted bug %s fits the source it was written for', (_name, edits) => {
  for (const { file, find } of edits) {
    const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
    expect(source.split(find)).toHaveLength(2)
  }
})
