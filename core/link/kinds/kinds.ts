import type { SharedKind } from '../../../db/profile/schema.ts'
import type { Kind } from '../sharing.ts'
import { customers } from './customers.ts'
import { items } from './items.ts'
import { people } from './people.ts'
import { settings } from './settings.ts'

export const kinds: Record<SharedKind, Kind> = {
  item: items,
  customer: customers,
  person: people,
  setting: settings,
}
