/**
 * Finds out whether a stock record with a used number is ours or a twin's. A record cannot be queried. But the stock
 * master must equal the authority's own ledger (`authority §5.5`). So Kaunta sends the quantity without the record,
 * then the quantity with it. The authority rejects a wrong quantity, which changes nothing.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { itemById } from '../../db/profile/items.ts'
import { recordsSentUnder } from '../../db/profile/numbersSent.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Answer, Authority } from '../authority/port.ts'
import { stockSign } from '../fiscal/codes.ts'
import type { Ledger } from './ledger.ts'
import type { Effect } from './policy.ts'
import type { LookUp } from './reconcile.ts'
import { type StockPayload, stockPayload } from './records.ts'
import { quantityNamed } from './stockMaster.ts'

/** Items of one record to check before the result is unclear. A twin may have moved one of them too. */
const itemsAtMost = 3

interface Goods {
  itemCode: string
  /** Hundredths at the authority, without the record and with it. */
  before: number
  after: number
}

const goodsOf = (db: Db, { type, lines }: StockPayload): Goods[] => {
  const moved = new Map<number, number>()
  for (const { itemId, quantity } of lines) moved.set(itemId, (moved.get(itemId) ?? 0) + quantity)
  return [...moved].slice(0, itemsAtMost).flatMap(([id, quantity]) => {
    const item = itemById(db, id)
    if (!item?.authority_code) return []
    const before = item.authority_on_hand
    return { itemCode: item.authority_code, before, after: before + (stockSign(type) ?? 1) * quantity }
  })
}

const noRecords = /stock io is empty/i
/** As {@link quantityNamed}. An item that no record ever named has 0. */
export const ledgerNamed = (answer: Answer<null>): number | null =>
  answer.kind === 'refused' && noRecords.test(answer.text) ? 0 : quantityNamed(answer)

/** Judges the responses to both quantities, or to the first if it named the ledger's quantity. */
const meaningOf = (answers: Answer<null>[], { before, after }: Goods): Effect => {
  const named = answers.map(ledgerNamed).find((quantity) => quantity !== null)
  if (named !== undefined) return named === after ? 'there' : named === before ? 'notThere' : 'unclear'
  // An authority that accepts both does not compare. One that rejects both has another objection.
  const [without, withIt] = answers.map(({ kind }) => kind === 'accepted')
  return without === withIt ? 'unclear' : withIt ? 'there' : 'notThere'
}

/**
 * Checks a record by its goods. It counts as arrived unless an item contradicts. The last quantity sent is the one
 * with the record.
 */
export const askForGoods = async (db: Db, authority: Authority, row: Submission): Promise<LookUp> => {
  const record = stockPayload.parse(JSON.parse(row.payload))
  const meanings = new Set<Effect>()
  let last: Answer<null> | null = null
  for (const goods of goodsOf(db, record)) {
    const answers: Answer<null>[] = []
    for (const quantity of [goods.before, goods.after]) {
      const { itemCode } = goods
      const answer = await authority.saveStockMaster({ itemCode, quantity, author: record.author })
      if (answer.kind !== 'accepted' && answer.kind !== 'refused')
        return { outcome: answer, invoice: null, answer }
      answers.push(answer)
      last = answer
      if (ledgerNamed(answer) !== null) break
    }
    meanings.add(meaningOf(answers, goods))
  }
  if (!last) throw new Error(`Stock record ${row.title} has no goods`)
  const data = (['notThere', 'there'] as const).find((meaning) => meanings.has(meaning)) ?? 'unclear'
  return { outcome: { kind: 'accepted', data }, invoice: null, answer: last }
}

/**
 * Milliseconds. Records rejected after an attempt without a response are considered for this long. Records that were
 * set aside are always considered.
 */
const latestMs = 7 * 86_400_000

/**
 * Returns the record that has the number which another record of ours found in use: one that was set aside and
 * arrived later, as its goods show. undefined if there is none, null if the authority stopped responding.
 */
export const arrivedSince = async (
  { db, now }: Pick<Ledger, 'db' | 'now'>,
  authority: Authority,
  number: number,
): Promise<Submission | undefined | null> => {
  for (const row of recordsSentUnder(db, number, now() - latestMs)) {
    if (goodsOf(db, stockPayload.parse(JSON.parse(row.payload))).length === 0) continue
    const { outcome } = await askForGoods(db, authority, row)
    if (outcome.kind !== 'accepted') return null
    if (outcome.data === 'there') return row
  }
  return undefined
}
