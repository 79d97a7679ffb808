/** The core on a data folder with its REST interface, without a limit on how often a caller may call. */

import { openExclusively } from '../../core/host/openExclusively.ts'
import { startServer } from '../../core/http/server.ts'
import { openLog } from '../../core/platform/log.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'

const dataDir = process.argv[2] ?? ''
const log = openLog()
const ports = nodePorts(dataDir, log)
const host = await openExclusively(dataDir, ports)
const server = await startServer(host, { port: 0, log, ids: ports.ids, perSecond: 0 })
process.stdout.write(`${JSON.stringify({ ready: true, url: server.url })}\n`)
process.once('SIGTERM', () => {
  void server
    .close()
    .then(host.close)
    .then(() => process.exit(0))
})
