/** The list of components: well formed, from what was built, and the same for the same build. */
import { expect, test } from 'vitest'
import { componentsOf } from '../../../electron/release/components.ts'
import { repository } from '../../support/process.ts'

const root = repository('.')
const chunks = [
  {
    type: 'chunk',
    moduleIds: [
      `${root}/renderer/main.tsx`,
      `${root}/node_modules/react/index.js?commonjs-es-import`,
      `\0${root}/node_modules/react-dom/client.js`,
      `${root}/node_modules/@tanstack/react-query/build/modern/index.js`,
    ],
    imports: ['electron', 'better-sqlite3', 'node:fs', 'fs', 'assets/main-1a2b.js'],
  },
  { type: 'asset', originalFileNames: ['../node_modules/@fontsource-variable/inter/files/a.woff2'] },
]

test('it has what was built and what the gateway runs on, and no tool', () => {
  const { components } = componentsOf(root, chunks)
  const refs = components.map((component) => component['bom-ref'])
  for (const name of [
    'react',
    'react-dom',
    '%40tanstack/react-query',
    '%40fontsource-variable/inter',
    'electron',
  ])
    expect(refs.filter((ref) => ref.startsWith(`pkg:npm/${name}@`))).toHaveLength(1)
  for (const name of ['zod', 'fastify', 'kysely', 'pino', 'better-sqlite3'])
    expect(refs.filter((ref) => ref.startsWith(`pkg:npm/${name}@`))).toHaveLength(1)
  for (const name of ['vitest', 'vite', 'playwright', 'typescript', 'react-stately'])
    expect(refs.filter((ref) => ref.startsWith(`pkg:npm/${name}@`))).toEqual([])
})

test('it is CycloneDX 1.6: each component named once with version, address, licence and digest', () => {
  const list = componentsOf(root, chunks)
  expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  expect(list.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  const refs = list.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(list.dependencies).toEqual([{ ref: list.metadata.component['bom-ref'], dependsOn: refs }])
  for (const component of list.components) {
    expect(component).toMatchObject({
      name: expect.stringMatching(/^[^@/]+$/),
      version: expect.stringMatching(/^\d+\.\d+/),
    })
    expect(component.purl).toMatch(/^pkg:npm\/(%40[^/]+\/)?[^/@]+@\d/)
    expect(component.licenses, component.name).toHaveLength(1)
    expect(component.hashes?.[0]?.content, component.name).toMatch(/^[0-9a-f]{128}$/)
  }
  expect(componentsOf(root, chunks)).toEqual(list)
})
