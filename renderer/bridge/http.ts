import type { Bridge } from '../../core/contract/bridge.ts'
import { fail, type Reply } from '../../core/contract/errors.ts'
import type { ProfileEvent } from '../../core/contract/events.ts'
import { inBackground } from './background.ts'
import { linkState, setLinkState } from './link.ts'

const reconnectMs = 2_000

const gone = () => fail('905', 'host.gone', 'Kaunta is not running. Start it again; what was saved is kept.')
const refused = () => fail('001', 'host.refused', 'This window was not let in. Open the address again.')

/** The bridge of the browser window: calls over HTTP, events as server-sent events, let in by a cookie. */
export function httpBridge(): Bridge {
  const ready = exchangeToken()
  const listeners = new Map<(event: ProfileEvent) => void, (() => void) | undefined>()
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined

  function connect() {
    if (listeners.size === 0 || source !== null || linkState() === 'refused') return
    source = new EventSource('/bridge/events')
    source.onopen = () => {
      setLinkState('up')
      for (const heard of listeners.values()) heard?.()
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as ProfileEvent
      for (const listener of listeners.keys()) listener(event)
    }
    source.onerror = lose
  }

  function disconnect() {
    source?.close()
    source = null
  }

  /** The host does not answer: says so, and knocks until it does. */
  function lose() {
    if (linkState() === 'up') setLinkState('gone')
    disconnect()
    clearTimeout(retry)
    retry = setTimeout(connect, reconnectMs)
  }

  return {
    call: async <T>(
      name: string,
      input: unknown,
      appId?: string,
      userId?: string,
      approval?: string,
    ): Promise<Reply<T>> => {
      await ready
      try {
        const response = await post('/bridge/call', { name, input, appId, userId, approval })
        if (response.status === 401 || response.status === 403) {
          setLinkState('refused')
          return refused()
        }
        return (await response.json()) as Reply<T>
      } catch {
        lose()
        return gone()
      }
    },
    subscribe: (listener, heard) => {
      listeners.set(listener, heard)
      inBackground(ready.then(connect))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) disconnect()
      }
    },
  }
}

/** Turns the one-time token of the address into a cookie. A used token does no harm: the cookie may still hold. */
async function exchangeToken(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return
  try {
    await post('/bridge/session', { token })
    history.replaceState(null, '', location.pathname)
  } catch {
    // Nobody answers: the first call finds that out too, and says so.
  }
}

const post = (path: string, body: unknown) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
