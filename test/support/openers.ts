/**
 * A process that opens tills and practice authorities, one after another, as standard input says: a story does not
 * wait until a process of its own has started. One line asks, one line of JSON answers.
 */
import { createInterface } from 'node:readline'
import { startPracticeAuthority } from '../../core/authority/practice/server.ts'
import { startGateway } from '../../core/cli/startGateway.ts'
import { readPages } from '../../core/http/pages.ts'
import { logFile } from '../../core/platform/dataFolder.ts'
import { openLog } from '../../core/platform/log.ts'
import { repository } from './process.ts'

/** What to open. A port of 0 is any free one. */
export type Asked = { till: string; port: number } | { authority: 'legacy' } | { close: string }

const pages = readPages(repository('dist/renderer'))
const opened = new Map<string, () => Promise<void>>()

const answer = async (asked: Asked): Promise<object> => {
  if ('till' in asked) {
    const { till: dataDir, port } = asked
    const log = openLog({ file: logFile(dataDir), stderr: true })
    const till = await startGateway({ dataDir, port, log, pages })
    opened.set(till.url, till.close)
    return { url: till.url, window: till.windowUrl() }
  }
  if ('authority' in asked) {
    const { url, controlUrl, tokenUrl, close } = await startPracticeAuthority({
      dialect: asked.authority,
      checks: 'strict',
    })
    opened.set(url, close)
    return { url, controlUrl, tokenUrl }
  }
  await opened.get(asked.close)?.()
  opened.delete(asked.close)
  return {}
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
createInterface({ input: process.stdin }).on('line', (line) => {
  answer(JSON.parse(line) as Asked).then(say, (error: unknown) => say({ error: String(error) }))
})
say({ ready: true })
