/** What the build leaves in dist/electron, as far as it can be tried without Electron's binary. */
import { readFileSync } from 'node:fs'
import { contentSecurityPolicy } from '../../core/http/pages.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository, startProcess } from '../support/process.ts'
import { expect, test } from './till.ts'

test('the built main process opens the core and its page, and closes both', async () => {
  const folder = temporaryFolder()
  const till = await startProcess<object>('dist/electron/main.js', ['--data', folder.path], {
    NODE_OPTIONS: `--import=${repository('test/support/electronStandIn.ts')}`,
  })
  expect(till.ready).toEqual({ url: 'app://till/', status: 200, policy: contentSecurityPolicy })
  expect(await till.stop()).toBe(0)
  expect(await till.errors).toBe('')
  folder.remove()
})

test('the built preload is one CommonJS file that needs Electron and nothing else', () => {
  const source = readFileSync(repository('dist/electron/preload.cjs'), 'utf8')
  expect([...source.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"'])
  expect(source).not.toMatch(/^\s*(import|export)\b/m)
})

test('the build lists what ships in it, as CycloneDX', () => {
  const list = JSON.parse(readFileSync(repository('dist/kaunta.cdx.json'), 'utf8'))
  const names = list.components.map(({ group, name }: { group?: string; name: string }) =>
    group ? `${group}/${name}` : name,
  )
  for (const shipped of ['react', 'react-aria-components', 'zod', 'fastify', 'better-sqlite3', 'electron'])
    expect(names).toContain(shipped)
  expect(names).toContain('@fontsource-variable/inter')
  for (const tool of ['vitest', 'vite', 'playwright', '@biomejs/biome', 'typescript'])
    expect(names).not.toContain(tool)
})
