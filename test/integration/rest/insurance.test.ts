/** POST /branch/insurances (spec 4.7): its body is not shown; `{}` is the only one that was seen. */
import { describe, expect, test } from 'vitest'
import { startSoftware } from './software.ts'

const path = '/branch/insurances'
const fund = { isrccCd: 'NHIF', isrccNm: 'Health fund', isrcRt: 80, useYn: 'Y' }
const isInsurance = ({ kind }: { kind: string }) => kind === 'insurance'

test('an empty object registers nothing and answers what there is', async () => {
  const { post, gets, read, appId } = await startSoftware()
  const empty = await post(path, {})
  expect(empty).toMatchObject({ status: 200, resultCd: '000', data: { insurances: [] } })
  expect(empty.resultMsg).toContain('Nothing was registered')
  expect(read(appId, "select * from submission where kind = 'insurance'")).toEqual([])
  await gets('POST', path, fund)
  expect(await gets('POST', path, {})).toEqual({ insurances: [{ ...fund, state: 'registered' }] })
})

describe.each(['legacy', 'gateway'] as const)('on the %s wire', (dialect) => {
  test('one is registered, and changed under the same code', async () => {
    const { gets, authority } = await startSoftware({ practice: { dialect } })
    expect(await gets('POST', path, { ...fund, useYn: null })).toEqual({
      insurances: [{ ...fund, state: 'registered' }],
    })
    await gets('POST', path, { ...fund, isrccNm: 'Other name', isrcRt: 75, useYn: 'N', regrId: 'u7' })
    expect((await authority.ledger()).records.filter(isInsurance)).toMatchObject([
      { code: 'NHIF', request: { isrccNm: 'Other name', isrcRt: 75, useYn: 'N', regrId: 'u7' } },
    ])
  })
})

test('what is missing or wrong is named', async () => {
  const { post, read, appId } = await startSoftware()
  for (const [field, value, code] of [
    ['isrccCd', undefined, '002'],
    ['isrccNm', null, '002'],
    ['isrcRt', undefined, '002'],
    ['isrccCd', 'x'.repeat(11), '003'],
    ['isrcRt', 101, '003'],
    ['isrcRt', 7.5, '003'],
    ['useYn', 'X', '003'],
  ] as const) {
    const answer = await post(path, { ...fund, [field]: value })
    expect(answer, field).toMatchObject({ status: 400, resultCd: code })
    expect(answer.resultMsg).toContain(field)
  }
  expect(read(appId, 'select * from insurance')).toEqual([])
})

test('while the authority is away it waits, and only the last word of a code is sent', async () => {
  const software = await startSoftware()
  const { post, hurry, authority } = software
  await authority.offline(true)
  expect(await hurry('POST', path, fund)).toMatchObject({ status: 503, resultCd: '006' })
  expect(await hurry('POST', path, fund)).toMatchObject({ resultCd: '006' })
  expect((await post(path, {})).data).toMatchObject({ insurances: [{ state: 'waiting' }] })
  expect((await software.ok('queue.list', {})).rows).toMatchObject([{ kind: 'insurance', lane: 'other' }])
  await software.restart()
  await authority.offline(false)
  await software.settled()
  expect((await authority.ledger()).records.filter(isInsurance)).toHaveLength(1)
})

test('a refused one says why and may be sent again', async () => {
  const { post, gets, authority } = await startSoftware()
  const paths = ['saveBhfInsurance']
  await authority.control('PUT', 'faults', { kind: 'refuse', code: '910', text: 'No', times: 1, paths })
  expect(await post(path, fund)).toMatchObject({ resultCd: '003', resultMsg: expect.stringContaining('No') })
  expect((await post(path, {})).data).toMatchObject({ insurances: [{ state: 'refused' }] })
  await gets('POST', path, fund)
  expect((await authority.ledger()).records.filter(isInsurance)).toHaveLength(1)
})
