import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bugs } from './bugs.ts'
import { hubBugs } from './hub/bugs.ts'

it.each(Object.entries({ ...bugs, ...hubBugs }))(
  'the planted bug %s fits the source it was written for',
  (_name, { file, find }) => {
    const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
    expect(source.split(find)).toHaveLength(2)
  },
)
