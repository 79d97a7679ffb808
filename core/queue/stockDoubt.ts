/**
 * What became of a stock record whose number is taken: by itself, or by another till of the same series? It cannot be looked
 * up. But the stock master must say what the authority's own ledger says (`authority §5.5`), so telling it a quantity asks:
 * what was there before the record, and then what is there with it. A quantity that is not the ledger's changes nothing.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { itemById } from '../../db/profile/items.ts'
import { recordsSentUnder, type Submission } from '../../db/profile/submissions.ts'
import type { Answer, Authority } from '../authority/port.ts'
import { stockSign } from '../fiscal/codes.ts'
import type { Effect } from './policy.ts'
import type { LookUp } from './reconcile.ts'
import { type StockPayload, stockPayload } from './records.ts'
import type { Ledger } from './settle.ts'
import { quantityTold } from './stockMaster.ts'

/** Items of one record that are asked about before nothing is taken to follow: another till may have moved one as well. */
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
/** As {@link quantityTold}; none is what there is of an item that no record ever named. */
const ledgerOf = (answer: Answer<null>): number | null =>
  answer.kind === 'refused' && noRecords.test(answer.text) ? 0 : quantityTold(answer)

/** What follows from the answers to both quantities, or to the first where it told the ledger's. */
const meaningOf = (answers: Answer<null>[], { before, after }: Goods): Effect => {
  const told = answers.map(ledgerOf).find((quantity) => quantity !== null)
  if (told !== undefined) return told === after ? 'there' : told === before ? 'notThere' : 'untold'
  // An authority that takes both does not compare; one that takes neither has something else against them.
  const [without, withIt] = answers.map(({ kind }) => kind === 'accepted')
  return without === withIt ? 'untold' : withIt ? 'there' : 'notThere'
}

/** Asks about a record's goods: it is there where no item says otherwise. What is told last is what the record leads to. */
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
      if (ledgerOf(answer) !== null) break
    }
    meanings.add(meaningOf(answers, goods))
  }
  if (!last) throw new Error(`Stock record ${row.title} has no goods`)
  const data = (['notThere', 'there'] as const).find((meaning) => meanings.has(meaning)) ?? 'untold'
  return { outcome: { kind: 'accepted', data }, invoice: null, answer: last }
}

/** How far back records are thought of that were refused after a try without an answer, milliseconds; what was set aside always is. */
const latestMs = 7 * 86_400_000

/**
 * Whose number is it that another record of ours finds taken? Of one that was set aside, whatever became of it after that,
 * and has arrived all the same, its goods tell so. undefined where there is none such, null when the authority stopped answering.
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
