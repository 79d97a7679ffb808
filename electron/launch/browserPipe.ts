/**
 * Sends a browser its address through its debugging pipe. Other users of the computer can read a program's arguments, and
 * the address holds the token that lets a window in; the pipe is ours alone.
 */
import type { Readable, Writable } from 'node:stream'

/** Messages of the browser's protocol end with a NUL. */
const end = '\0'

interface Message {
  id?: number
  result?: { targetInfos?: { type: string; targetId: string }[]; sessionId?: string }
}

/** Resolves to whether the browser's first page was sent to `url`; false where the pipe ends before. Never rejects. */
export const sendToPage = (toBrowser: Writable, fromBrowser: Readable, url: string): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const say = (id: number, method: string, params: object, sessionId?: string) =>
    toBrowser.write(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }) + end)
  const hear = ({ id, result }: Message) => {
    const page = result?.targetInfos?.find(({ type }) => type === 'page')
    // The window may not be there yet.
    if (id === 1 && !page) setTimeout(say, 100, 1, 'Target.getTargets', {})
    if (id === 1 && page) say(2, 'Target.attachToTarget', { targetId: page.targetId, flatten: true })
    if (id === 2 && result?.sessionId) say(3, 'Page.navigate', { url }, result.sessionId)
    if (id === 3) resolve(true)
  }
  let rest = ''
  fromBrowser.setEncoding('utf8')
  fromBrowser.on('data', (text: string) => {
    const parts = (rest + text).split(end)
    rest = parts.pop() ?? ''
    for (const part of parts) hear(JSON.parse(part) as Message)
  })
  for (const stream of [toBrowser, fromBrowser]) {
    stream.on('error', () => resolve(false))
    stream.on('close', () => resolve(false))
  }
  say(1, 'Target.getTargets', {})
  return promise
}
