/** A gateway that nobody has prepared, as somebody meets it who follows the documents. */
import { afterAll, beforeAll } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { startProcess, type TestProcess } from '../../support/process.ts'
import { bundleOf } from '../../support/tillBundle.ts'

export interface Ready {
  url: string
  apps: { apiKey: string }[]
}

/** Runs for all tests of the file; answers how to reach it. */
export const bareGateway = (): (() => Ready) => {
  const folder = temporaryFolder()
  let gateway: TestProcess<Ready>
  beforeAll(async () => {
    gateway = await startProcess<Ready>(bundleOf('core/cli/gateway.ts'), [
      '--data',
      folder.path,
      '--port',
      '0',
    ])
  })
  afterAll(async () => {
    await gateway.stop()
    folder.remove()
  })
  return () => gateway.ready
}
