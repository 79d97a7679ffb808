/** Lets the practice authority pretend, over its own control path: the outage is as real as the connection is. */
import type { PracticeMode } from './contract/device.ts'

export interface PracticeControl {
  mode(): PracticeMode
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
  let current: PracticeMode = 'normal'
  const send = async (method: 'PUT' | 'POST', path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${controlUrl}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The practice authority refused ${path}: ${await response.text()}`)
  }
  return {
    mode: () => current,
    set: async (mode) => {
      await send('PUT', 'faults', faults[mode])
      await send('POST', 'offline', { offline: mode === 'offline' })
      current = mode
    },
  }
}
