/** A till whose every write is recorded: `node recordedDay.ts FOLDER SALES`. Acknowledgements go to a file of their own. */
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openShop } from './shop.ts'

const [folder = '', sales = '40'] = process.argv.slice(2)
const shop = await openShop(folder)
const acknowledged = openSync(join(folder, 'till.db-acknowledged'), 'a')
for (let sale = 0; sale < Number(sales); sale += 1) {
  const number = await shop.sell()
  if (number === null) throw new Error('A sale was refused')
  writeSync(acknowledged, `${number}\n`)
  // A backup also begins a new segment of the journal.
  if (sale % 20 === 19) await shop.call('backup.make', {})
  if (sale % 8 === 7) await new Promise((resolve) => setTimeout(resolve, 60))
}
await shop.host.close()
