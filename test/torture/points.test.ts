import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { repository } from '../support/process.ts'
import { points } from './points.ts'

it.each(Object.entries(points))('a till can be killed at %s', (_name, { file, find }) => {
  expect(readFileSync(repository(file), 'utf8').split(find)).toHaveLength(2)
})
