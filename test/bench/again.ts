/** From the start of the process after a kill -9 to its first sale: with a long queue, with none, and with a dead hub. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { bundleOf, bundleTill } from '../support/tillBundle.ts'
import { openBenchHub } from './benchHub.ts'
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

/**
 * Makes a shop whose device is initialised; answers what starts its till, sells once, and kills it. `invitation`: the
 * address and the code of a hub, to which it is linked.
 */
const shopIn = async (
  dataDir: string,
  { waiting = 0, invitation = [] }: { waiting?: number; invitation?: string[] },
): Promise<() => Promise<void>> => {
  // Only the command lines make a data folder.
  mkdirSync(dataDir)
  const made = await startProcess<{ appId: string; cashier: string }>(script, [dataDir, ...invitation])
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

const shopWithoutHub = async (dataDir: string): Promise<() => Promise<void>> => {
  await using hub = await openBenchHub()
  return await shopIn(dataDir, { invitation: [hub.address, hub.code()] })
}

export const againSection = async (): Promise<Section> => {
  await bundleTill()
  const folder = temporaryFolder()
  try {
    const none = await shopIn(join(folder.path, 'none'), {})
    const many = await shopIn(join(folder.path, 'many'), { waiting: sales })
    const linked = await shopWithoutHub(join(folder.path, 'linked'))
    const times = await inTurns({ many, none, linked }, { rounds: 15, warmUp: 1 })
    const beside = times.linked.p50 / times.none.p50
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
        {
          name: 'none waiting, and the hub is gone',
          ratio: beside,
          goal: atMost(beside, 1.05),
          times: times.linked,
        },
        { name: '  the till works alone', times: times.none },
      ],
    }
  } finally {
    folder.remove()
  }
}
