/**
 * Clients that two generators make of the served document: they compile strictly as they come, and run a day. Programs of
 * other companies are made like this, and a document that is only valid is not enough for them.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSoftware } from '../integration/rest/software.ts'
import { repository } from '../support/process.ts'
import { ask, startTestServer } from '../support/server.ts'
import { standInHost } from '../support/standInHost.ts'

const folder = repository('test/clients')
const made = `${folder}/dist`

/** Runs a script there; its words are in the error where it fails. */
const run = async (args: string[]): Promise<string> => {
  const done = await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: 240_000 }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${args.join(' ')}: ${error.stdout}${error.stderr}`)
    },
  )
  return done.stdout
}

const remove = () => rmSync(made, { recursive: true, force: true })

beforeAll(async () => {
  remove()
  mkdirSync(made, { recursive: true })
  await using server = await startTestServer(standInHost())
  const document = `${made}/openapi.json`
  writeFileSync(document, (await ask(`${server.url}/api/v1/openapi.json`)).text)
  await run(['generate.ts', document])
  await run(['node_modules/typescript/bin/tsc', '-p', '.'])
}, 300_000)
afterAll(remove)

test.each(['fetchDay', 'sdkDay'])(
  '%s compiles and runs',
  async (day) => {
    const { restUrl, apiKey, authority, settled } = await startSoftware({ initialised: false })
    const said = JSON.parse(await run([`dist/js/${day}.js`, restUrl.replace('/api/v1', ''), apiKey]))
    expect(said).toEqual({
      success: [true, 'Success'],
      deviceStatus: 'ACTIVE',
      itemCd: 'SOAP-800',
      isSigned: true,
      wasKept: true,
      place: ['queued', true],
      creditNoteInvcNo: '11001',
      failure: {
        reason: 'item.notFound',
        field: 'lineItems[0].itemCd',
        retry: false,
        kept: false,
        resultCd: '005',
      },
      first: '1001',
      counted: true,
      customer: true,
      verified: true,
      master: '000',
    })
    await settled()
    const { sales } = await authority.ledger()
    expect(sales.map(({ request }) => request['rcptTyCd'])).toEqual(['S', 'S', 'R'])
  },
  300_000,
)
