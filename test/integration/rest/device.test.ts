/** GET /health, GET /status, POST /initialize, POST /sync (spec 4.1 to 4.4). */
import { expect, test } from 'vitest'
import { startSoftware } from './software.ts'

test('health and status need neither key nor device, and contain no secret', async () => {
  const { send, appId, apiKey } = await startSoftware({ initialised: false })
  const health = await send('GET', '/health', undefined, {})
  expect(health).toMatchObject({ status: 200, resultCd: '000', data: { status: 'UP' } })
  const status = await send('GET', '/status', undefined, {})
  expect(status.data).toMatchObject({ apps: 1, queueDepth: 0, needsAttention: 0, oldestAgeSeconds: null })
  for (const secret of [appId, apiKey, 'P051000001K'])
    expect(JSON.stringify(status.body)).not.toContain(secret)
})

test('an empty body initialises the device, and again it answers the same without asking twice', async () => {
  const { gets, authority } = await startSoftware({ initialised: false })
  const first = await gets('POST', '/initialize', {})
  expect(first).toEqual({
    deviceInfo: {
      sdcId: expect.stringMatching(/^KRACU\d{10}$/),
      mrcNo: expect.any(String),
      deviceStatus: 'ACTIVE',
    },
    syncResult: { codes: true, notices: true, branches: true },
  })
  expect(await gets('POST', '/initialize')).toEqual(first)
  const { calls } = await authority.control<{ calls: Record<string, number> }>('GET', 'state')
  expect(calls['selectInitOsdcInfo']).toBe(1)
})

test('what could not be fetched for an active device is said, with what to do', async () => {
  const { gets, post, authority } = await startSoftware({ initialised: false })
  await gets('POST', '/initialize', {})
  await authority.offline(true)
  const away = await post('/initialize', {})
  expect(away).toMatchObject({
    resultCd: '000',
    data: { syncResult: { codes: false, notices: false, branches: false } },
  })
  expect(away.resultMsg).toMatch(/could not be reached to fetch codes, notices, branches; call POST \/sync/)
  await authority.offline(false)
  await authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '999', text: 'Not now', paths: ['selectNoticeList'] },
  ])
  expect((await post('/initialize', {})).resultMsg).toMatch(/did not return notices; call POST \/sync/)
  await authority.control('PUT', 'faults', [])
  expect((await post('/initialize', {})).resultMsg).toBe('Success')
})

test('asked twice at the same moment, the authority is asked once', async () => {
  const { gets, authority } = await startSoftware({ initialised: false })
  const [one, two] = await Promise.all([gets('POST', '/initialize', {}), gets('POST', '/initialize', {})])
  expect(one).toEqual(two)
  const { calls } = await authority.control<{ calls: Record<string, number> }>('GET', 'state')
  expect(calls['selectInitOsdcInfo']).toBe(1)
})

test('a serial number of one’s own is taken at first, and is for life', async () => {
  const { gets, post } = await startSoftware({ initialised: false })
  await gets('POST', '/initialize', { deviceSerialNumber: 'OTHER-7' })
  await gets('POST', '/initialize', { deviceSerialNumber: 'OTHER-7' })
  for (const deviceSerialNumber of ['THIRD', 'x'.repeat(101)]) {
    const answer = await post('/initialize', { deviceSerialNumber })
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain('deviceSerialNumber')
  }
})

test('a device that is refused is 007 with the authority’s words; one that is away is 006', async () => {
  const { post, authority } = await startSoftware({ initialised: false })
  await authority.control('PUT', 'devices/P051000001K/00/KAU-1', { approved: false })
  const refused = await post('/initialize', {})
  expect(refused).toMatchObject({ status: 409, resultCd: '007' })
  expect(refused.resultMsg).toMatch(/901/)
  await authority.offline(true)
  expect(await post('/initialize', {})).toMatchObject({ status: 503, resultCd: '006' })
})
