/** What is on the shelf of an item that is made. */

import type { Author } from '../../authority/port.ts'
import { fail } from '../../contract/errors.ts'
import type { Profile } from '../../profile/profile.ts'
import { recordMovements } from '../../shop/stock/recordMovements.ts'

/** Opening stock of a new item, hundredths. */
export interface Opening {
  itemId: number
  quantity: number
}

/** Records it in the transaction that makes the item: no sale gets in between, and each sale waits for its record. */
export const recordOpening = (profile: Profile, line: Opening, author: Author): void =>
  recordMovements(profile, { type: '06', lines: [line], remark: null }, author)

export const serviceHasNoStock = (name: string) =>
  fail('003', 'stock.service', `"${name}" is a service and has no stock. Take its quantity off the list.`, {
    field: 'opening',
    params: { name },
  })
