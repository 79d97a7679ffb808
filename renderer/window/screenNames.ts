import type { Role } from '../../core/contract/fields.ts'

/** In the order of the rail; the last stands at its foot. */
export const screenNames = [
  'sell',
  'receipts',
  'shift',
  'customers',
  'items',
  'stock',
  'purchases',
  'queue',
  'activity',
  'settings',
] as const
export type ScreenName = (typeof screenNames)[number]

/**
 * The least role that a screen is for, where not everybody sees it. A cashier sees eight at most, Purchases among them to
 * count what a supplier brings; what is in stock stands on Items too.
 */
export const leastRole: Partial<Record<ScreenName, Role>> = { stock: 'manager', activity: 'manager' }
