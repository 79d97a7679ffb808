/** A device or credentials that the authority refuses: callers hear why, and /initialize and /sync are the remedy. */
import { expect, test } from 'vitest'
import { lineOf, startCounter } from './credits.ts'

const pauseRetryMs = 600_000
const sale = (invcNo: number) => ({ invcNo, itemList: [lineOf(1)] })

test('refused credentials are reported, and /sync with good ones resumes the queue', async () => {
  const { post, gets, send, apiKey, authority, settled } = await startCounter({
    practice: { dialect: 'gateway' },
    timing: { pauseRetryMs },
  })
  await authority.control('PUT', 'settings', { consumer: { key: 'another', secret: 'another' } })
  await authority.control('PUT', 'faults', [{ kind: 'expiredToken', times: 1 }])
  const refused = await post('/sales', sale(1))
  expect(refused).toMatchObject({ status: 503, resultCd: '006' })
  expect(refused.resultMsg).toContain('credentials')
  expect(await gets('GET', '/status')).toMatchObject({ needsAttention: 1 })
  const later = await send('POST', '/sales', sale(2), { 'x-api-key': apiKey, prefer: 'respond-async' })
  expect(later.status).toBe(202)
  await authority.control('PUT', 'settings', { consumer: null })
  await gets('POST', '/sync', {})
  await settled()
  expect((await authority.ledger()).sales).toHaveLength(2)
})

test('numbers that went back are reported, and /sync retries them', async () => {
  const { post, gets, authority, settled } = await startCounter({ timing: { pauseRetryMs } })
  const counter = (next: number) =>
    authority.control('PUT', 'counters', { tin: 'P051000001K', kind: 'sales', next })
  await post('/sales', sale(1))
  await post('/sales', sale(2))
  await counter(1)
  const stopped = await post('/sales', sale(3))
  expect(stopped).toMatchObject({ status: 503, resultCd: '006' })
  expect(stopped.resultMsg).toContain('POST /sync')
  await counter(3)
  await gets('POST', '/sync', {})
  await settled()
  expect(await post('/sales', sale(3))).toMatchObject({ resultCd: '004', data: { cisInvcNo: 3 } })
})
