import type { Role } from '../../../core/contract/fields.ts'

/**
 * As they stand on the overview, each with the least role that it is for. `activity` is a screen of its own, and `guide`
 * opens over the overview.
 */
export const groups = {
  shop: [
    ['shop', 'owner'],
    ['selling', 'owner'],
    ['tenders', 'owner'],
  ],
  hardware: [
    ['printer', 'owner'],
    ['display', 'cashier'],
    ['serial', 'owner'],
    ['scanner', 'owner'],
    ['scale', 'owner'],
  ],
  team: [
    ['people', 'owner'],
    ['approvals', 'owner'],
    ['activity', 'manager'],
  ],
  tills: [['hub', 'cashier']],
  system: [
    ['device', 'cashier'],
    ['profiles', 'cashier'],
    ['reference', 'cashier'],
    ['backup', 'owner'],
    ['update', 'manager'],
    ['look', 'cashier'],
    ['guide', 'cashier'],
    ['diagnostics', 'manager'],
  ],
  advanced: [
    ['software', 'owner'],
    ['outage', 'manager'],
  ],
} as const satisfies Record<string, readonly (readonly [string, Role])[]>

export type GroupName = keyof typeof groups
export type RowName = (typeof groups)[GroupName][number][0]
export type SectionName = Exclude<RowName, 'activity' | 'guide'>
