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
  'transfers',
  'queue',
  'activity',
  'settings',
] as const
export type ScreenName = (typeof screenNames)[number]

/** A screen behind another has no place of its own in the rail. */
export const behind: Partial<Record<ScreenName, ScreenName>> = { transfers: 'stock' }

/** The least role that a screen is for, where not everybody sees it. */
export const leastRole: Partial<Record<ScreenName, Role>> = { activity: 'manager' }

/**
 * The least role that has a screen in the rail. A cashier has seven places. Cashiers count goods on Stock and Purchases
 * when a manager asks for it, and come there from Items.
 */
export const railRole: Partial<Record<ScreenName, Role>> = {
  ...leastRole,
  stock: 'manager',
  purchases: 'manager',
}
