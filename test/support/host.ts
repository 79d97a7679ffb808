/** The real core on a folder of its own, gone afterwards. */

import type { Ports } from '../../core/base/ports.ts'
import type { Host } from '../../core/host/host.ts'
import { openExclusively } from '../../core/host/openExclusively.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { temporaryFolder } from './folder.ts'
import { memoryLog } from './server.ts'

export interface TestHost extends AsyncDisposable {
  host: Host
  dataDir: string
  log: ReturnType<typeof memoryLog>
}

/** `ports` replace those of the machine, e.g. the clock. */
export const startTestHost = async (ports: Partial<Ports> = {}): Promise<TestHost> => {
  const folder = temporaryFolder()
  const log = memoryLog()
  const host = await openExclusively(folder.path, { ...nodePorts(folder.path, log), ...ports })
  return {
    host,
    dataDir: folder.path,
    log,
    [Symbol.asyncDispose]: async () => {
      await host.close()
      folder.remove()
    },
  }
}
