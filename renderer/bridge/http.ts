import type { Bridge } from '../../core/contract/bridge.ts'
import { fail, type Reply } from '../../core/contract/errors.ts'
import type { AppEvent } from '../../core/contract/events.ts'
import { setLinkState } from './link.ts'

const reconnectMs = 2_000

const gone = () => fail('905', 'host.gone', 'Kaunta is not running. Start it again; what was saved is kept.')
const refused = () => fail('001', 'host.refused', 'This window was not let in. Open the address again.')

/** The bridge of the browser window: calls over HTTP, events as server-sent events, let in by a cookie. */
export function httpBridge(): Bridge {
  const ready = exchangeToken()
  const listeners = new Set<(event: AppEvent) => void>()
  let source: EventSource | null = null

  function connect() {
    source = new EventSource('/bridge/events')
    let opened = false
    source.onopen = () => {
      opened = true
      setLinkState('up')
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as AppEvent
      for (const listener of listeners) listener(event)
    }
    source.onerror = () => {
      if (opened) setLinkState('gone')
      source?.close()
      source = null
      setTimeout(reconnect, reconnectMs)
    }
  }

  function reconnect() {
    if (listeners.size > 0 && source === null) connect()
  }

  return {
    call: async <T>(name: string, input: unknown): Promise<Reply<T>> => {
      await ready
      let response: Response
      try {
        response = await post('/bridge/call', { name, input })
      } catch {
        setLinkState('gone')
        return gone()
      }
      if (response.status === 401 || response.status === 403) {
        setLinkState('refused')
        return refused()
      }
      try {
        const reply = (await response.json()) as Reply<T>
        setLinkState('up')
        return reply
      } catch {
        setLinkState('gone')
        return gone()
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      void ready.then(reconnect)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        source?.close()
        source = null
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
    setLinkState('gone')
  }
}

const post = (path: string, body: unknown) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
