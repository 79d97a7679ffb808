/** GET /codes, /notices, /branches (spec 2.11), and POST /setup (spec 4.3). */
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { ask } from '../../support/server.ts'
import { shared } from '../operations/shop.ts'
import { startSoftware } from './software.ts'

type Row = Record<string, unknown>
const software = shared((cleanUp) => startSoftware({ cleanUp }))
const rows = async (path: string, list: string): Promise<Row[]> =>
  (await software().gets('GET', path))[list] as Row[]

describe('GET /codes', () => {
  test('answers every table under the authority’s own names', async () => {
    const data = await software().gets('GET', '/codes')
    const codes = data['codes'] as Row[]
    expect(data['lastSyncAt']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    for (const cdCls of ['04', '05', '07', '10', '11', '12', '14', '17', '24', '32', '37', '38'])
      expect(
        codes.some((row) => row['cdCls'] === cdCls),
        cdCls,
      ).toBe(true)
    expect(codes).toContainEqual({
      cdCls: '04',
      cdClsNm: 'Taxation Type',
      cd: 'B',
      cdNm: expect.any(String),
      cdDesc: expect.any(String),
      srtOrd: expect.any(Number),
      useYn: 'Y',
      userDfnCd1: '16',
    })
  })

  test.each(['cdCls=17', 'class=17', 'cdCls=17&class=17'])('?%s is one table', async (query) => {
    const codes = await rows(`/codes?${query}`, 'codes')
    expect(codes.length).toBeGreaterThan(10)
    expect(new Set(codes.map((row) => row['cdCls']))).toEqual(new Set(['17']))
  })

  test('item types come under the name that the specification has for their class, too', async () => {
    const codes = await rows('/codes?cdCls=20', 'codes')
    expect(codes.map((row) => row['cd'])).toEqual(['1', '2', '3'])
    expect(codes).toEqual(await rows('/codes?cdCls=24', 'codes'))
  })

  test('a class that nobody has is an empty list', async () => {
    expect(await rows('/codes?cdCls=99', 'codes')).toEqual([])
  })
})

test('HEAD answers like GET, without a body', async () => {
  const { apiKey, restUrl } = software()
  for (const path of ['/codes', '/items', '/status'])
    expect(
      await ask(`${restUrl}${path}`, { method: 'HEAD', headers: { 'x-api-key': apiKey } }),
    ).toMatchObject({
      status: 200,
      text: '',
    })
})

test('GET /notices pages through everything once, newest first', async () => {
  const all = await rows('/notices', 'notices')
  expect(all.length).toBeGreaterThan(3)
  expect(all[0]).toEqual({
    noticeNo: expect.any(Number),
    title: expect.any(String),
    cont: expect.any(String),
    dtlUrl: expect.any(String),
    regrNm: expect.any(String),
    regDt: expect.stringMatching(/^\d{14}$/),
  })
  const dates = all.map((row) => String(row['regDt']))
  expect(dates).toEqual(dates.toSorted().reverse())
  const seen: Row[] = []
  let cursor = ''
  do {
    const page = await software().gets('GET', `/notices?limit=2${cursor}`)
    seen.push(...(page['notices'] as Row[]))
    cursor = page['nextCursor'] ? `&cursor=${page['nextCursor']}` : ''
  } while (cursor)
  expect(seen).toEqual(all)
})

test('GET /branches returns the address and the manager of each', async () => {
  const branches = await rows('/branches', 'branches')
  expect(branches.map((row) => row['bhfId'])).toEqual(['00', '01', '02'])
  expect(branches[0]).toMatchObject({
    bhfNm: expect.any(String),
    bhfSttsCd: '01',
    prvncNm: expect.any(String),
    dstrtNm: expect.any(String),
    sctrNm: expect.any(String),
    locDesc: expect.any(String),
    mgrNm: expect.any(String),
    hqYn: 'Y',
  })
})

describe('changedSince', () => {
  test.each([
    ['codes', 'codes'],
    ['notices', 'notices'],
    ['branches', 'branches'],
  ])('/%s answers only what has come or changed here since', async (path, list) => {
    let moved = 0
    const clock = { ...systemClock, now: () => systemClock.now() + moved }
    const { gets } = await startSoftware({ ports: { clock } })
    const since = async (at: number) =>
      (await gets('GET', `/${path}?changedSince=${new Date(at).toISOString()}`))[list] as Row[]
    const first = (await since(clock.now() - 60_000)).length
    expect(first).toBeGreaterThan(0)
    moved = 120_000
    // Pulled again unchanged: that is no change.
    await gets('POST', '/sync')
    expect(await since(clock.now() - 1_000)).toEqual([])
    expect(await since(0)).toHaveLength(first)
  })

  test.each([
    ['/codes?changedSince=yesterday', 'changedSince'],
    ['/notices?changedSince=1', 'changedSince'],
    ['/notices?limit=501', 'limit'],
    ['/notices?cursor=abc', 'cursor'],
    ['/branches?changedSince=x', 'changedSince'],
    ['/codes?cdCls=123456', 'cdCls'],
    ['/codes?cdCls=04&class=05', 'class'],
  ])('%s is 003 and names %s', async (path, field) => {
    const answer = await software().send('GET', path)
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
  })
})

describe('POST /setup', () => {
  const serial = { deviceSerialNumber: 'OTHER-7' }

  test('registers the serial and pulls nothing; again it answers the same', async () => {
    const { gets, authority } = await startSoftware({ initialised: false })
    const first = await gets('POST', '/setup', serial)
    expect(first).toEqual({
      sdcId: expect.stringMatching(/^KRACU\d{10}$/),
      mrcNo: expect.any(String),
      deviceStatus: 'ACTIVE',
    })
    expect(await gets('POST', '/setup', serial)).toEqual(first)
    const { calls } = await authority.control<{ calls: Record<string, number> }>('GET', 'state')
    expect(calls['selectInitOsdcInfo']).toBe(1)
    expect(calls['selectCodeList'] ?? 0).toBe(0)
    for (const list of ['codes', 'notices', 'branches'])
      expect(await gets('GET', `/${list}`)).toMatchObject({ [list]: [], lastSyncAt: null })
    expect(await gets('POST', '/initialize', {})).toMatchObject({ deviceInfo: first })
    expect((await gets('GET', '/codes'))['lastSyncAt']).toEqual(expect.any(String))
  })

  test('another serial is 003, also when both are asked for at once', async () => {
    const { post } = await startSoftware({ initialised: false })
    const answers = await Promise.all([post('/setup', serial), post('/setup', { deviceSerialNumber: 'B-8' })])
    expect(answers.map(({ resultCd }) => resultCd).sort()).toEqual(['000', '003'])
    const third = await post('/setup', { deviceSerialNumber: 'THIRD' })
    expect(third).toMatchObject({ status: 400, resultCd: '003' })
    expect(third.resultMsg).toContain('deviceSerialNumber')
  })
})
