/** Nothing is packed that is known to be unsafe: npm itself asks, a registry of ours answers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { askAdvisories } from '../../../electron/release/advisories.ts'
import { addressOf, componentsOf } from '../../../electron/release/components.ts'
import { repository } from '../../support/process.ts'

const root = repository('.')
const list = componentsOf(root, [])
let stop: (() => void) | undefined
afterEach(() => stop?.())

/** Options for a registry that knows these advisories; with null it answers no such question. */
const registry = async (advisories: Record<string, object[]> | null): Promise<string[]> => {
  const server = createServer((request, response) => {
    const asksForAdvice = request.method === 'POST' && request.url?.endsWith('/security/advisories/bulk')
    response.writeHead(!asksForAdvice ? 404 : advisories ? 200 : 405, { 'content-type': 'application/json' })
    response.end(JSON.stringify(asksForAdvice ? advisories : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => server.close()
  return ['--registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, '--fetch-retries', '0']
}

const unsafe = (versions: string) => ({
  id: 1,
  url: 'https://example.com/advisory',
  title: 'Reads what it should not',
  severity: 'high',
  vulnerable_versions: versions,
  cwe: [],
  cvss: { score: 7, vectorString: null },
})

test('a registry that knows nothing bad lets it ship', async () => {
  expect(await askAdvisories(root, list, await registry({}))).toEqual({ shipped: [], tools: [] })
})

test('an advisory of what ships is named with its version, each of a tool apart, and none of another version', async () => {
  const { version } = addressOf(root, 'node_modules/fastify')
  const tool = addressOf(root, 'node_modules/vitest')
  const options = await registry({
    fastify: [unsafe(`<=${version}`)],
    vitest: [unsafe('*')],
    zod: [unsafe('<1.0.0')],
  })
  expect(await askAdvisories(root, list, options)).toEqual({
    shipped: [`fastify ${version}: high: Reads what it should not (https://example.com/advisory)`],
    tools: [`vitest ${tool.version}`],
  })
})

test('no answer is not taken for a clean one', async () => {
  await expect(askAdvisories(root, list, await registry(null))).rejects.toThrow(
    /nothing was audited: 405 Method Not Allowed/,
  )
})
