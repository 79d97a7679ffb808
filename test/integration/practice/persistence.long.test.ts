import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repository } from '../../support/process.ts'
import { bundleOf } from '../../support/tillBundle.ts'
import { sale, stockUp } from './documents.ts'
import { initialise, type Json, PIN, result, startTill, type Till, words } from './till.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'practice-'))
  file = join(folder, 'practice.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const main = repository(bundleOf('core/authority/practice/main.ts'))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(...flags: string[]): ChildProcess {
  const child = spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

async function ready(child: ChildProcess): Promise<Json> {
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')
  return JSON.parse(line)
}

it('an authority opened again on its file knows all it knew', async () => {
  const before = await startTill({ file })
  await initialise(before)
  await stockUp(before)
  const signed = result(await before.call('saveTrnsSalesOsdc', sale(1))).data
  await before.control('PUT', 'settings', { eRate: 0 })
  await before.control('PUT', 'clock', { skewMs: 5000 })
  const ledger = await before.control('GET', 'ledger')
  await before.authority.close()

  const after: Till = await startTill({ file })
  Object.assign(after.headers, before.headers)
  expect(await after.control('GET', 'ledger')).toEqual(ledger)
  expect(await after.control('GET', 'state')).toMatchObject({
    settings: { eRate: 0 },
    clock: { skewMs: 5000 },
  })
  const [found] = result(await after.call('selectInvoiceDetails', { invcNo: 1 })).data.salesList
  expect(found.receipt).toMatchObject({ rcptSign: signed.rcptSign })
  expect(words(await after.call('saveTrnsSalesOsdc', sale(1)))).toMatch(/use the expected value: 2/)
  await after.authority.close()
})

it('taxpayers and devices given at the start are known', async () => {
  const buyer = {
    tin: 'A111111111A',
    name: 'OUR BUYER',
    status: 'A',
    county: '',
    subCounty: '',
    locality: '',
    place: '',
  } as const
  const till = await startTill({
    seed: { taxpayers: [buyer], devices: [{ tin: PIN, bhfId: '00', serial: 'closed', approved: false }] },
  })
  expect(result(await till.call('initialize', { tin: PIN, bhfId: '00', dvcSrlNo: 'closed' })).resultCd).toBe(
    '901',
  )
  await initialise(till)
  expect(result(await till.call('selectCustomer', { custmTin: buyer.tin })).data.custList).toMatchObject([
    { taxprNm: 'OUR BUYER' },
  ])
  await till.authority.close()
})

describe('the command', () => {
  it('takes the given port, and ends cleanly on a signal', async () => {
    const child = start('--dialect', 'gateway')
    const reported = await ready(child)
    expect(reported).toMatchObject({
      dialect: 'gateway',
      checks: 'strict',
      url: expect.stringMatching(/\/etims-oscu\/api\/v1$/),
    })
    expect((await fetch(`${reported.controlUrl}/state`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    const { port } = new URL(reported.url)
    expect(await ready(start('--port', port))).toMatchObject({ url: `http://127.0.0.1:${port}/etims-api` })
    expect(await end(start('--port', port))).toMatchObject({
      code: 1,
      words: expect.stringContaining('EADDRINUSE'),
    })
  })

  it.each([
    ['--port', 'many'],
    ['--colour', 'red'],
  ])('refuses %s %s in one line', async (...flags) => {
    const { code, words } = await end(start(...flags))
    expect(code).toBe(2)
    expect(words.trimEnd().split('\n')).toHaveLength(1)
    expect(words).toContain(flags[0])
  })
})

async function end(child: ChildProcess): Promise<{ code: number; words: string }> {
  let words = ''
  child.stderr?.on('data', (chunk) => {
    words += chunk
  })
  const [code] = await once(child, 'close')
  return { code, words }
}
