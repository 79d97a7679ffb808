/**
 * Every single write and sync of a selling script fails in turn: `node ioErrors.ts FOLDER SALES FIRST STEP`, under the
 * shim. What was acknowledged is there, nothing is half done, and the till sells on once the disk works again.
 */
import { cpSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { mode, openControl } from './shim.ts'
import { openShop } from './shop.ts'

const [folder = '', sales = '50', first = '1', step = '1'] = process.argv.slice(2)
const control = openControl(process.env['TORTURE_CONTROL'] ?? '')
const template = join(folder, 'template')
const prepared = await openShop(template)
await prepared.host.close()
const { EIO, ENOSPC } = constants.errno
let points = 0
let failures = 0
const wrong: string[] = []

for (let after = Number(first); ; after += Number(step)) {
  const place = join(folder, 'shop')
  rmSync(place, { recursive: true, force: true })
  cpSync(template, place, { recursive: true })
  const shop = await openShop(place)
  const error = after % 2 === 0 ? EIO : ENOSPC
  control.arm({ mode: mode.failOnce, after, error })
  const kept: string[] = []
  let refused = 0
  for (let sale = 0; sale < Number(sales); sale += 1) {
    const number = await shop.sell()
    if (number === null) refused += 1
    else kept.push(number)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const hit = control.hits() > 0
  control.disarm()
  const later = await shop.sell()
  if (later === null) wrong.push(`operation ${after}: the till does not sell on`)
  else kept.push(later)
  await shop.host.close()
  const db = new Sqlite(join(place, 'apps', shop.appId, 'till.db'))
  const here = new Set(db.prepare('select number from invoice').pluck().all() as string[])
  const half = db
    .prepare(
      'select count(*) from invoice i where not exists (select 1 from submission s where s.invoice_id = i.id)',
    )
    .pluck()
    .get()
  const verdict = db.pragma('integrity_check', { simple: true })
  db.close()
  const lost = kept.filter((number) => !here.has(number))
  if (lost.length > 0) wrong.push(`operation ${after}: ${lost.length} acknowledged sales are lost`)
  if (half !== 0) wrong.push(`operation ${after}: ${half} sales are half written`)
  if (verdict !== 'ok') wrong.push(`operation ${after}: damaged, ${String(verdict)}`)
  if (!hit) break
  points += 1
  failures += refused
}
console.log(JSON.stringify({ points, failures, wrong }))
process.exit(0)
