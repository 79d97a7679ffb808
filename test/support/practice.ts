/** The practice authority in a process of its own, with the remote control of its control path. */
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'
import { startProcess } from './process.ts'

interface Ready {
  url: string
  controlUrl: string
  tokenUrl: string
}

export interface PracticeProcess {
  url: string
  tokenUrl: string
  /** A request to the control path, e.g. `control('PUT', '/faults', …)`; its table is in the practice authority's README. */
  control<T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** Refuses connections, or takes them again. */
  setOffline(offline: boolean): Promise<void>
  stop(): Promise<void>
}

export interface PracticeFlags {
  dialect?: 'legacy' | 'gateway'
  checks?: 'strict' | 'loose'
}

export const startPractice = async ({
  dialect = 'legacy',
  checks = 'strict',
}: PracticeFlags = {}): Promise<PracticeProcess> => {
  const folder = temporaryFolder()
  const flags = [
    '--port',
    '0',
    '--dialect',
    dialect,
    '--checks',
    checks,
    '--data',
    join(folder.path, 'practice.db'),
  ]
  const child = await startProcess<Ready>('core/authority/practice/main.ts', flags)
  const control: PracticeProcess['control'] = async <T>(method: string, path: string, body?: unknown) => {
    const payload =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(new URL(`/control${path}`, child.ready.controlUrl), { method, ...payload })
    if (!response.ok)
      throw new Error(`${method} /control${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    url: child.ready.url,
    tokenUrl: child.ready.tokenUrl,
    control,
    setOffline: async (offline) => void (await control('POST', '/offline', { offline })),
    stop: async () => {
      await child.kill()
      folder.remove()
    },
  }
}
