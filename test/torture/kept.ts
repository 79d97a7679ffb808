/** Whether what a till has said it kept is in its database, and at the authority once and in order. */
import Sqlite from 'better-sqlite3'
import { missing } from './bookActs.ts'

interface Row {
  title: string
  amount: number
  state: string
}

export interface Sent {
  number: number
  request: { trdInvcNo: string; totAmt: number }
}

/** Returns the broken rules in words; `kept`: what was acknowledged (`bookActs.ts`), `sales`: the authority's ledger. */
export const checkKept = (file: string, kept: string[], sales: Sent[]): string[] => {
  const wrong: string[] = []
  const db = new Sqlite(file, { readonly: true })
  const rows = db
    .prepare("select title, amount, state from submission where lane = 'sales' order by id")
    .all() as Row[]
  const verdict = db.pragma('integrity_check', { simple: true })
  const lost = missing(db, kept)
  db.close()
  const open = rows.filter(({ state }) => state !== 'accepted')
  const there = sales.map(({ request }) => `${request.trdInvcNo} ${Math.round(request.totAmt * 100)}`)
  // A credit note has a positive amount at the authority.
  const ours = rows.map(({ title, amount }) => `${title} ${Math.abs(amount)}`)
  if (verdict !== 'ok') wrong.push(`damaged: ${String(verdict)}`)
  if (lost.length > 0) wrong.push(`${lost.length} acknowledged acts are lost, the first is ${lost[0]}`)
  if (open.length > 0) wrong.push(`${open.length} sales are not accepted, the first is ${open[0]?.title}`)
  if (sales.some(({ number }, index) => number !== index + 1)) wrong.push('the numbers have a gap')
  if (new Set(there).size !== there.length) wrong.push('a sale is there twice')
  const longer = ours.length > there.length ? ours : there
  const other = longer.findIndex((_, place) => ours[place] !== there[place])
  if (other !== -1) wrong.push(`document ${other + 1} here is ${ours[other]}, and there ${there[other]}`)
  return wrong
}
