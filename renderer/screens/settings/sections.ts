import type { Role } from '../../../core/contract/fields.ts'

/** In the order of the list, each with the least role that it is for. */
export const sections = [
  ['profiles', 'cashier'],
  ['device', 'cashier'],
  ['reference', 'cashier'],
  ['shop', 'owner'],
  ['printer', 'owner'],
  ['scanner', 'owner'],
  ['scale', 'owner'],
  ['selling', 'owner'],
  ['backup', 'owner'],
  ['people', 'owner'],
  ['software', 'owner'],
  ['diagnostics', 'manager'],
  ['outage', 'manager'],
  ['look', 'cashier'],
] as const satisfies readonly (readonly [string, Role])[]

export type SectionName = (typeof sections)[number][0]
