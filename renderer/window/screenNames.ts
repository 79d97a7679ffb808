import type { Role } from '../../core/contract/fields.ts'

/** In the order of the rail; the last stands at its foot. */
export const screenNames = [
  'sell',
  'receipts',
  'shift',
  'items',
  'stock',
  'queue',
  'activity',
  'settings',
] as const
export type ScreenName = (typeof screenNames)[number]

/** The least role that a screen is for, where not everybody sees it. */
export const leastRole: Partial<Record<ScreenName, Role>> = { activity: 'manager' }
