import type { Examples } from './example.ts'

const session = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9…',
  tokenType: 'Bearer',
  expiresIn: 900,
  refreshToken: 'q1Zr…',
  user: { id: '8b1f6c0e-6d1f-4a55-9a0e-2f4a2f0f6a11', name: 'Wanjiru', role: 'manager' },
  apps: [{ id: '3e0c5d52-5f0a-4c0f-8d0c-0b1f8c6b7a10', name: 'Sandbox', environment: 'sandbox' }],
} as const

export const accessExamples = {
  'session.signIn': {
    request: { user: 'Wanjiru', pin: '1234' },
    response: { ...session, apps: [...session.apps] },
  },
  'session.refresh': {
    request: { refreshToken: 'q1Zr…' },
    response: { ...session, apps: [...session.apps] },
  },
  'approval.submit': {
    request: {
      user: 'Achieng',
      pin: '628417',
      act: 'priceChange',
      document: 'POS-1042',
      amount: 50_00,
      reason: 'Damaged box',
    },
    response: { approval: 'Vb3k…', expiresIn: 120 },
  },
  'session.signOut': { request: {}, response: { ended: true } },
} satisfies Examples
