/** The practice authority against the reference of the authority's wire, in both dialects: `tables/authority.ts`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { line, master, purchase, stockRecord, stockUp } from '../integration/practice/documents.ts'
import {
  initialise,
  type Json,
  PIN,
  type Reply,
  result,
  startTill,
  type Till,
  words,
} from '../integration/practice/till.ts'
import { lists, type SaveRow, saves } from './tables/authority.ts'

interface Member {
  name: string
  kind: string
  length: number
  required: boolean
}
const membersOf = (table = ''): Member[] =>
  table.split(',').flatMap((row) => {
    const [, name = '', kind = '', length, required] = /^\s*(\w+) ([CND])(\d*)( Y)?\s*$/.exec(row) ?? []
    if (!name) throw new Error(`Unreadable: ${row}`)
    return { name, kind, length: Number(length), required: required !== undefined }
  })

/** What is wrong with an answered row, member by member. */
const wrongWith = (row: Json, table: string, more: string[] = []): string[] => {
  const members = membersOf(table)
  const unknown = Object.keys(row).filter(
    (name) => ![...members.map((each) => each.name), ...more].includes(name),
  )
  const wrong = members.filter(({ name, kind, length }) => {
    const value = row[name]
    if (value === null) return false
    if (kind === 'N') return typeof value !== 'number'
    return typeof value !== 'string' || value.length > length || (kind === 'D' && !/^\d+$/.test(value))
  })
  return [
    ...unknown.map((name) => `${name} is not described`),
    ...wrong.map(({ name }) => `${name}: ${row[name]}`),
  ]
}

const without = (body: Json, name: string): Json => ({ ...body, [name]: null })
const since = { lastReqDt: '20180101000000' }

describe.each(['legacy', 'gateway'] as const)('the practice authority in the dialect %s', (dialect) => {
  let till: Till
  const nameOf = ({ call, alias }: { call: string; alias: string }) => (dialect === 'gateway' ? alias : call)
  const who = { tin: PIN, bhfId: '00' }
  beforeAll(async () => {
    till = await startTill({ dialect })
    await initialise(till)
    await stockUp(till)
  })
  afterAll(() => till.authority.close())

  const accepted = (reply: Reply): void => {
    expect(reply.status).toBe(200)
    expect(result(reply)).toMatchObject({ resultCd: '000', resultDt: expect.stringMatching(/^\d{14}$/) })
    if (dialect === 'gateway') expect(reply.body.responseHeader).toMatchObject({ responseCode: 200 })
  }

  const requests: Record<SaveRow['request'], () => Promise<Json>> = {
    import: async () => {
      const { itemList } = result(await till.call('selectImportItemList', { ...who, ...since })).data
      const { taskCd, dclDe, itemSeq, hsCd } = itemList[0]
      const decided = { imptItemSttsCd: '3', remark: 'Approved', modrId: 'u1', modrNm: 'User' }
      return { taskCd, dclDe, itemSeq, hsCd, itemClsCd: '5059690800', itemCd: 'KE2NTNO0000001', ...decided }
    },
    purchase: async () => {
      const { saleList } = result(await till.call('selectTrnsPurchaseSalesList', { ...who, ...since })).data
      const { spplrTin, spplrBhfId, spplrNm, spplrInvcNo, itemList } = saleList.find(
        (sale: Json) => sale.itemList.length === 1,
      )
      const bought = { qty: itemList[0].qty, prc: itemList[0].prc }
      return purchase(1, { spplrTin, spplrBhfId, spplrNm, spplrInvcNo }, { itemList: [line(bought)] })
    },
    stockRecord: async () => stockRecord(2, '06'),
    stockMaster: async () => master(1, 101),
  }

  it.each(lists)('lists $call as described', async (row) => {
    const { list, members, lines, identity } = row
    const reply = await till.call(nameOf(row), { ...who, ...since })
    accepted(reply)
    const { data } = result(reply)
    expect(Object.keys(data)).toEqual([list])
    expect(data[list].length).toBeGreaterThan(0)
    for (const each of data[list]) {
      expect(wrongWith(each, members, lines ? ['itemList'] : [])).toEqual([])
      for (const line of lines ? each.itemList : []) expect(wrongWith(line, lines ?? '')).toEqual([])
    }
    // Nothing is newer than now: an empty list is 001, and on the gateway an HTTP 400.
    const none = await till.call(nameOf(row), { ...who, lastReqDt: '20991231000000' })
    expect([none.status, result(none)?.resultCd, result(none)?.data]).toEqual([
      dialect === 'gateway' ? 400 : 200,
      '001',
      null,
    ])
    for (const [name, text] of dialect === 'gateway' ? Object.entries(identity ?? {}) : [])
      expect(words(await till.call(nameOf(row), { ...who, ...since, [name]: undefined }))).toBe(text)
  })

  // In this order: the stock that is named last counts the record before it.
  it.each(saves)('takes $call as described, and nothing that is missing or too long', async (row) => {
    const body = await requests[row.request]()
    const rejected = async (what: string, changed: Json): Promise<void> => {
      const reply = await till.call(nameOf(row), changed)
      const [, name = what] = /(\w+)$/.exec(what) ?? []
      expect([what, result(reply)?.resultCd ?? '910', words(reply)]).toEqual([
        what,
        '910',
        expect.stringContaining(row.missing?.[what] && changed[what] === null ? row.missing[what] : name),
      ])
    }
    for (const { name, kind, length, required } of membersOf(row.members)) {
      if (required) await rejected(name, without(body, name))
      if (kind === 'C') await rejected(name, { ...body, [name]: 'x'.repeat(length + 1) })
      if (kind === 'N') await rejected(name, { ...body, [name]: 'many' })
      if (kind === 'D') await rejected(name, { ...body, [name]: '2026-03-01' })
    }
    const [first] = body.itemList ?? []
    for (const { name, kind, length, required } of row.lines ? membersOf(row.lines) : []) {
      if (required) await rejected(`itemList[0].${name}`, { ...body, itemList: [without(first, name)] })
      if (kind === 'C')
        await rejected(`itemList[0].${name}`, {
          ...body,
          itemList: [{ ...first, [name]: 'x'.repeat(length + 1) }],
        })
    }
    const reply = await till.call(nameOf(row), body)
    accepted(reply)
    expect(result(reply).data).toBeNull()
  })
})
