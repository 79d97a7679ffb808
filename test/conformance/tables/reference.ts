/** Reference data (2.11); the shapes of these answers are not shown. */
import type { Endpoint } from '../support/table.ts'

export const reference: Endpoint[] = [
  { method: 'GET', path: '/codes', source: '4.0', fields: {}, response: {} },
  { method: 'GET', path: '/notices', source: '4.0', fields: {}, response: {} },
  { method: 'GET', path: '/branches', source: '4.0', fields: {}, response: {} },
]
