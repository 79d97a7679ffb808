/** Whether what a till has said it kept is in its database, and at the authority once and in order. */
import Sqlite from 'better-sqlite3'

interface Row {
  title: string
  amount: number
  state: string
}

export interface Sent {
  number: number
  request: { trdInvcNo: string; totAmt: number }
}

/** Returns the broken rules in words; `kept` are the numbers of the acknowledged sales, `sales` the authority's ledger. */
export const checkKept = (file: string, kept: string[], sales: Sent[]): string[] => {
  const wrong: string[] = []
  const db = new Sqlite(file, { readonly: true })
  const rows = db
    .prepare("select title, amount, state from submission where lane = 'sales' order by id")
    .all() as Row[]
  const verdict = db.pragma('integrity_check', { simple: true })
  db.close()
  const here = new Set(rows.map(({ title }) => title))
  const lost = kept.filter((number) => !here.has(number))
  const open = rows.filter(({ state }) => state !== 'accepted')
  const there = sales.map(({ request }) => `${request.trdInvcNo} ${Math.round(request.totAmt * 100)}`)
  const ours = rows.map(({ title, amount }) => `${title} ${amount}`)
  if (verdict !== 'ok') wrong.push(`damaged: ${String(verdict)}`)
  if (lost.length > 0) wrong.push(`${lost.length} acknowledged sales are lost, the first is ${lost[0]}`)
  if (open.length > 0) wrong.push(`${open.length} sales are not accepted, the first is ${open[0]?.title}`)
  if (sales.some(({ number }, index) => number !== index + 1)) wrong.push('the numbers have a gap')
  if (new Set(there).size !== there.length) wrong.push('a sale is there twice')
  if (there.join() !== ours.join()) wrong.push('what is there is not what is here, in this order')
  return wrong
}
