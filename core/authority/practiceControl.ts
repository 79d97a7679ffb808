/** Makes the practice authority fail on demand, over its control path. The outage is as real as the connection. */
import type { PracticeMode } from '../contract/device.ts'

export interface PracticeControl {
  /** The present mode. A rejection that already happened is over. */
  mode(): Promise<PracticeMode>
  set(mode: PracticeMode): Promise<void>
}

const sales = ['/saveTrnsSalesOsdc', '/sendSalesTransaction']
const faults: Record<PracticeMode, object[]> = {
  normal: [],
  offline: [],
  losesAnswers: [{ kind: 'cutAfter', paths: sales }],
  refusesNextSale: [
    {
      kind: 'refuse',
      code: '910',
      text: 'Invalid taxblAmt on item: 1. Expected: 0.01, But Found: 0.00',
      paths: sales,
      times: 1,
    },
  ],
}

export const createPracticeControl = (controlUrl: string): PracticeControl => {
  let last: PracticeMode = 'normal'
  const ask = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${controlUrl}/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The practice authority refused ${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    mode: async () => {
      if (faults[last].length === 0) return last
      const { faults: armed } = (await ask('GET', 'state')) as { faults: unknown[] }
      if (armed.length === 0) last = 'normal'
      return last
    },
    set: async (mode) => {
      await ask('PUT', 'faults', faults[mode])
      await ask('POST', 'offline', { offline: mode === 'offline' })
      last = mode
    },
  }
}
