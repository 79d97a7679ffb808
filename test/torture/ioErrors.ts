/**
 * Every single write and sync of a selling script fails in turn, to the database, its log and its journal: `node ioErrors.ts
 * FOLDER SALES FIRST STEP`, under the shim. What was acknowledged is there, nothing is half done, and the till sells on once
 * the disk works again: the same till, until it is closed and begun anew after some failures.
 */
import { cpSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { mode, openControl } from './shim.ts'
import { openShop, type TorturedShop } from './shop.ts'

const [folder = '', sales = '50', first = '1', step = '1'] = process.argv.slice(2)
const control = openControl(process.env['TORTURE_CONTROL'] ?? '')
const template = join(folder, 'template')
const place = join(folder, 'shop')
const prepared = await openShop(template)
await prepared.host.close()
const { EIO, ENOSPC } = constants.errno
/** Failures that one till lives through. */
const failuresEach = 30
/** Sales after a failure, while the rest of the script would be as it was without. */
const salesAfter = 3
let points = 0
let failures = 0
const wrong: string[] = []

const examine = (appId: string, kept: string[], whole: boolean): string[] => {
  const db = new Sqlite(join(place, 'apps', appId, 'till.db'), { readonly: true })
  const here = new Set(db.prepare('select number from invoice').pluck().all() as string[])
  const half = db
    .prepare(
      'select count(*) from invoice i where not exists (select 1 from submission s where s.invoice_id = i.id)',
    )
    .pluck()
    .get()
  const verdict = whole ? db.pragma('integrity_check', { simple: true }) : 'ok'
  db.close()
  const lost = kept.filter((number) => !here.has(number))
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged sales are lost`] : []),
    ...(half !== 0 ? [`${half} sales are half written`] : []),
    ...(verdict !== 'ok' ? [`damaged, ${String(verdict)}`] : []),
  ]
}

/** After a failed write the databases are checked in another thread, and nothing is sold before that. */
const checkMs = 10_000

/** Returns the number of the next sale, once the till takes one; null where it takes none. */
const sellsOn = async (shop: TorturedShop): Promise<string | null> => {
  for (const until = Date.now() + checkMs; Date.now() < until; await setTimeout(20)) {
    const number = await shop.sell()
    if (number !== null) return number
  }
  return null
}

/** Sells with the `after`-th operation failing; answers whether there were so many. */
const failAt = async (shop: TorturedShop, after: number, kept: string[]): Promise<boolean> => {
  control.arm({ mode: mode.failOnce, after, error: after % 2 === 0 ? EIO : ENOSPC })
  let rest = salesAfter
  for (let sale = 0; sale < Number(sales) && rest > 0; sale += 1) {
    const number = await shop.sell()
    if (number === null) failures += 1
    else kept.push(number)
    await new Promise((resolve) => setImmediate(resolve))
    if (control.hits() > 0) rest -= 1
  }
  const hit = control.hits() > 0
  control.disarm()
  const later = await sellsOn(shop)
  if (later === null) wrong.push(`operation ${after}: the till does not sell on`)
  else kept.push(later)
  for (const rule of examine(shop.appId, kept, false)) wrong.push(`operation ${after}: ${rule}`)
  return hit
}

let resumes = true
for (let after = Number(first); resumes; ) {
  rmSync(place, { recursive: true, force: true })
  cpSync(template, place, { recursive: true })
  const shop = await openShop(place)
  const kept: string[] = []
  for (let count = 0; resumes && count < failuresEach; count += 1, after += Number(step)) {
    resumes = await failAt(shop, after, kept)
    if (resumes) points += 1
  }
  await shop.host.close()
  for (const rule of examine(shop.appId, kept, true)) wrong.push(`before operation ${after}: ${rule}`)
}
console.log(JSON.stringify({ points, failures, wrong }))
process.exit(0)
