/** The practice authority in a process of its own, with the remote control of its control path. */
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'
import { startProcess } from './process.ts'

export interface PracticePlace {
  url: string
  controlUrl: string
  tokenUrl: string
}

export interface Practice {
  url: string
  tokenUrl: string
  /** Of the control path; another one after a crash. */
  controlUrl(): string
  /** A request to the control path, e.g. `control('PUT', '/faults', …)`; its table is in the practice authority's README. */
  control<T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** Refuses connections, or takes them again. */
  setOffline(offline: boolean): Promise<void>
}

export interface PracticeProcess extends Practice {
  /** Killed, and started again with what it had kept; faults are gone. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A practice authority that runs already. `place`: where it is now; its control has another port after a crash. */
export const practiceAt = (place: () => PracticePlace): Practice => {
  const control: Practice['control'] = async <T>(method: string, path: string, body?: unknown) => {
    const payload =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(new URL(`/control${path}`, place().controlUrl), { method, ...payload })
    if (!response.ok)
      throw new Error(`${method} /control${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { url, tokenUrl } = place()
  return {
    url,
    tokenUrl,
    controlUrl: () => place().controlUrl,
    control,
    setOffline: async (offline) => void (await control('POST', '/offline', { offline })),
  }
}

export interface PracticeFlags {
  /** What is started: the sources, or their bundle. */
  entry?: string
  dialect?: 'legacy' | 'gateway'
  checks?: 'strict' | 'loose'
}

export const startPractice = async ({
  entry = 'core/authority/practice/main.ts',
  dialect = 'legacy',
  checks = 'strict',
}: PracticeFlags = {}): Promise<PracticeProcess> => {
  const folder = temporaryFolder()
  const flags = ['--dialect', dialect, '--checks', checks, '--data', join(folder.path, 'practice.db')]
  const start = (port: string) => startProcess<PracticePlace>(entry, ['--port', port, ...flags])
  let child = await start('0')
  return {
    ...practiceAt(() => child.ready),
    crash: async () => {
      await child.kill()
      child = await start(new URL(child.ready.url).port)
    },
    stop: async () => {
      await child.kill()
      folder.remove()
    },
  }
}
