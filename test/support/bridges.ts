/** Three ways from a window to one host, each through the code that ships. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Bridge } from '../../core/contract/bridge.ts'
import type { Host } from '../../core/host/host.ts'
import { ipcPair } from '../integration/electron/fakes.ts'
import { startTestServer } from './server.ts'

export interface TestBridge extends AsyncDisposable {
  bridge: Bridge
}

let windows = 0

/** No transport, but the copy that every transport makes: what does not survive it fails here as well. */
const direct = async (host: Host): Promise<TestBridge> => {
  windows += 1
  const client = `direct-${windows}`
  const copy = <T>(value: T): T => structuredClone(value)
  const bridge = {
    call: async (name: string, input: unknown, appId?: string, userId?: string) =>
      copy(await host.call(client, name, copy(input), appId, userId)),
    subscribe: (listener) => host.subscribe((event) => listener(copy(event))),
  } as Bridge
  return { bridge, [Symbol.asyncDispose]: async () => undefined }
}

const ipc = async (host: Host): Promise<TestBridge> => {
  windows += 1
  const { bridge, disconnect } = ipcPair(host, { windowId: windows })
  return { bridge, [Symbol.asyncDispose]: async () => disconnect() }
}

const nodeFetch = fetch

/** A browser's surroundings for the renderer's bridge, on top of Node's fetch: cookies, addresses and an event source. */
const browserGlobals = (url: string, token: string) => {
  let cookie = ''
  const fetchWithCookie = async (path: string, options: RequestInit = {}) => {
    const headers = {
      ...(options.headers as Record<string, string>),
      ...(cookie ? { cookie } : {}),
      origin: url,
    }
    const response = await nodeFetch(url + path, { ...options, headers })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
  class EventSource {
    onopen?: () => void
    onmessage?: (event: { data: string }) => void
    onerror?: () => void
    readonly #leaving = new AbortController()
    constructor(path: string) {
      this.#read(path).catch(() => this.onerror?.())
    }
    async #read(path: string) {
      const response = await fetchWithCookie(path, { signal: this.#leaving.signal })
      this.onopen?.()
      let unread = ''
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const parts = (unread + chunk).split('\n\n')
        unread = parts.pop() ?? ''
        for (const part of parts) if (part.startsWith('data: ')) this.onmessage?.({ data: part.slice(6) })
      }
    }
    close() {
      this.#leaving.abort()
    }
  }
  return {
    fetch: fetchWithCookie,
    EventSource,
    location: { hash: `#token=${token}`, pathname: '/' },
    history: { replaceState: () => undefined },
  }
}

const current = new AsyncLocalStorage<Partial<Record<string, unknown>>>()

/** Code that runs for a window sees that window's globals, also after an await; everything else sees Node's. */
const lendGlobals = (names: string[]): void => {
  for (const name of names) {
    const nodes = Reflect.get(globalThis, name)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => current.getStore()?.[name] ?? nodes,
    })
  }
}

const http = async (host: Host): Promise<TestBridge> => {
  const module = (await import(`../../renderer/bridge/${'http'}.ts`)) as { httpBridge: () => Bridge }
  const server = await startTestServer(host)
  const globals = browserGlobals(server.url, server.mint())
  lendGlobals(Object.keys(globals))
  const inner = current.run(globals, module.httpBridge)
  const bridge: Bridge = {
    call: (name, input, appId, userId) => current.run(globals, () => inner.call(name, input, appId, userId)),
    subscribe: (listener) => current.run(globals, () => inner.subscribe(listener)),
  }
  return { bridge, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

export const bridges = { direct, ipc, http }
