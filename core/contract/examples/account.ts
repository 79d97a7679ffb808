import type { Examples } from './example.ts'

const account = {
  number: 12,
  uid: '8b0f5a3e-2f0c-4f0e-9d53-6f2f1f0c7a21',
  name: 'Mama Achieng',
  pin: null,
  telNo: '0712 345 678',
  creditLimit: 5000,
  owed: 1250,
}

export const accountExamples = {
  'account.find': {
    request: { owing: 'Y' as const, limit: 100 },
    response: { accounts: [account] },
  },
  'account.look': {
    request: { number: 12 },
    response: {
      ...account,
      since: '2026-02-20T09:10:00.000Z',
      ageing: { days0to30: 1250, days31to60: 0, days61to90: 0, over90: 0 },
      open: [{ invcNo: 'T1-418', soldAt: '2026-02-20T09:10:00.000Z', credit: 1500, owed: 1250 }],
    },
  },
} satisfies Examples
