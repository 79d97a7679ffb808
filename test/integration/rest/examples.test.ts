/** The examples of the OpenAPI document, run word for word one after the other against a gateway that nobody has prepared. */
import { expect, test } from 'vitest'
import { type Example, examples } from '../../../core/contract/examples/index.ts'
import { operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { ask } from '../../support/server.ts'
import { bareGateway } from './bareGateway.ts'

const ready = bareGateway()

const given = Object.entries<Example>(examples).map(([name, example]) => {
  const { rest } = (operations as Record<string, Operation>)[name] as Operation
  return { name, rest, request: example.request as Record<string, unknown> | undefined }
})

/** The operations that must come first, regardless of their order in the document: the device, the goods, then their outcome. */
const first = ['device.setup', 'device.initialize', 'item.', 'stock.record']
const rankOf = (name: string): number => {
  const rank = first.findIndex((start) => name.startsWith(start))
  if (rank >= 0) return rank
  return name.startsWith('queue.') ? first.length + 1 : first.length
}
/** Examples that name things of one shop only: its people, an invoice of its supplier, a refused document, a shift, a customer. */
const ofOneShop = [
  'session.signIn',
  'session.refresh',
  'session.signOut',
  'approval.submit',
  'purchase.confirm',
  'purchase.linkItems',
  'queue.act',
  'shift.look',
  'account.look',
]
const runnable = given
  .filter(({ name }) => !ofOneShop.includes(name))
  .toSorted((one, two) => rankOf(one.name) - rankOf(two.name))

test.each(runnable)('$name', async ({ rest, request }) => {
  const { url, apps } = ready()
  const members = { ...request }
  const path = rest?.path.replace(/:(\w+)/g, (_, part: string) => {
    const value = members[part]
    delete members[part]
    return encodeURIComponent(String(value))
  })
  const reads = rest?.method === 'GET'
  const query = reads ? `?${new URLSearchParams(members as Record<string, string>)}` : ''
  const answer = await ask(`${url}/api/v1${path}${query}`, {
    method: rest?.method ?? 'GET',
    headers: { 'x-api-key': apps[0]!.apiKey },
    ...(reads || !request ? {} : { body: members }),
  })
  expect(answer.json()).toMatchObject({ resultCd: '000' })
})
