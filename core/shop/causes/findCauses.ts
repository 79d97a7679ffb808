/** The documents that wait for a person, grouped by cause. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { heldSales, type TroubledRow, troubledAmong, troubledRows } from '../../../db/profile/causes.ts'
import { itemById } from '../../../db/profile/items.ts'
import type { Cause, CauseAct, CauseDocument } from '../../contract/queue.ts'
import { figuresOf } from '../../queue/stuck.ts'
import { type CauseOfRow, causeOf, keyOf } from './causeOf.ts'
import { causesAtMost } from './resendSolved.ts'
import { goodsOf, type Missing, readShelf } from './shelf.ts'

/** Documents that a card can name. */
const shown = 30

export interface FoundCause extends CauseOfRow {
  key: string
  rows: TroubledRow[]
}

/** Sales first, then the causes with the oldest document. */
export const findCauses = (db: Db): FoundCause[] => {
  const stuck = figuresOf(db).stuck.map(({ id }) => id)
  const rows = [
    ...troubledRows(db, 'till', causesAtMost),
    ...troubledRows(db, 'software', causesAtMost),
    ...troubledAmong(db, stuck),
  ]
  const found = new Map<string, FoundCause>()
  for (const row of rows) {
    const cause = causeOf(row)
    const key = keyOf(cause)
    const known = found.get(key)
    if (known) known.rows.push(row)
    else found.set(key, { ...cause, key, rows: [row] })
  }
  const hasSale = ({ rows: [first] }: FoundCause) => first?.lane === 'sales'
  return [...found.values()].sort((a, b) => Number(hasSale(b)) - Number(hasSale(a)))
}

/** null: a manager looks at each document. */
const acts: Record<CauseOfRow['kind'], CauseAct | null> = {
  addStock: 'addStock',
  registerItem: 'registerItem',
  fixItem: 'registerItem',
  oldLetter: 'openItem',
  checkAmounts: 'fetchRates',
  fixBuyer: 'correctBuyer',
  fixClock: 'resend',
  checkOriginal: 'resend',
  givenTwice: null,
  sendAgain: 'resend',
  changedOnDisk: 'resend',
  callSupport: 'resend',
  enterSignature: 'enterSignature',
  setAside: 'setAside',
}

/** Returns the act that solves a cause. With enough stock by our books, the documents can simply be resent. */
export const actOf = ({ kind, software }: CauseOfRow, goods: readonly Missing[]): CauseAct | null => {
  if (software !== null) return null
  const isEnough = kind === 'addStock' && !goods.some(({ missing }) => missing > 0)
  return isEnough ? 'resend' : acts[kind]
}

/** The goods of a cause's documents, if it is about stock. */
export const goodsIn = (db: Db, { kind, rows }: FoundCause): Missing[] => {
  if (kind !== 'addStock') return []
  const ids = rows.map(({ id }) => id)
  return goodsOf(readShelf(db, ids), ids)
}

const documentView = (row: TroubledRow): CauseDocument => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  invoiceId: row.invoice_id,
  amount: row.amount,
  at: row.created_at,
  by: row.author_name,
})

/** Returns a cause as the KRA screen shows it. */
export const causeView = (db: Db, found: FoundCause): Cause => {
  const { key, kind, itemId, itemName, about, software, rows } = found
  const sales = rows.filter(({ lane }) => lane === 'sales')
  const goods = goodsIn(db, found)
  const newest = rows.at(-1)
  const held = new Set(
    heldSales(
      db,
      rows.map(({ id }) => id),
    ).map(({ id }) => id),
  )
  return {
    key,
    kind,
    itemId,
    itemName: itemName ?? (itemId === null ? null : (itemById(db, itemId)?.name ?? null)),
    buyerPin: kind === 'fixBuyer' && about !== '' ? about : null,
    software,
    said: { code: newest?.last_code ?? '', text: newest?.last_text ?? '' },
    act: actOf(found, goods),
    documents: [...sales, ...rows.filter(({ lane }) => lane !== 'sales')].slice(0, shown).map(documentView),
    count: rows.length,
    sales: sales.length,
    sum: sales.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    held: held.size,
    goods,
  }
}
