/** From the start of the process after a kill -9 to its first sale, with a long queue waiting and with none. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { bundleOf, bundleTill } from '../support/tillBundle.ts'
import { fillCatalogue } from './catalogue.ts'
import { writeSales } from './history.ts'
import { inTurns } from './measure.ts'
import { atMost, type Section } from './report.ts'
import { databaseOf } from './till.ts'

/** One file, as the installed till is. */
const script = bundleOf('test/bench/firstSale.ts')
/** Two documents for each. */
const sales = 50_000
const longestMs = 1_000

/** Makes a shop whose device is initialised; answers what starts its till, sells once, and kills it. */
const shopIn = async (dataDir: string, waiting: number): Promise<() => Promise<void>> => {
  // Only the command lines make a data folder.
  mkdirSync(dataDir)
  const made = await startProcess<{ appId: string; cashier: string }>(script, [dataDir])
  await made.stop()
  const file = databaseOf(dataDir, made.ready.appId)
  fillCatalogue(file, 5000)
  if (waiting > 0) writeSales(file, { last: waiting, sent: false })
  const db = new Sqlite(file)
  db.exec(
    "insert into device (id, serial, sdc_id, mrc_no, initialised_at) values (1, 'B-1', 'KRACU1', 'M1', 0)",
  )
  db.close()
  return async () => {
    const till = await startProcess(script, [dataDir, made.ready.cashier])
    await till.kill()
  }
}

export const againSection = async (): Promise<Section> => {
  await bundleTill()
  const folder = temporaryFolder()
  try {
    const none = await shopIn(join(folder.path, 'none'), 0)
    const many = await shopIn(join(folder.path, 'many'), sales)
    const times = await inTurns({ many, none }, { rounds: 11, warmUp: 1 })
    return {
      title: 'From the start of the process, after kill -9, to the first sale kept',
      figures: [
        {
          name: '100 000 documents waiting',
          ratio: times.many.p50 / times.none.p50,
          goal: atMost(times.many.p50, longestMs, ' ms'),
          times: times.many,
        },
        { name: '  none waiting', times: times.none },
      ],
    }
  } finally {
    folder.remove()
  }
}
