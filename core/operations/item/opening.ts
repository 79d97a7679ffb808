/** Opening stock of a new item. */

import type { Author } from '../../authority/port.ts'
import { fail } from '../../contract/errors.ts'
import type { Profile } from '../../profile/profile.ts'
import { recordMovements } from '../../shop/stock/recordMovements.ts'

/** Opening stock of a new item, hundredths. */
export interface Opening {
  itemId: number
  quantity: number
}

/**
 * Records it in the transaction that creates the item, so that no sale comes in between and each sale waits for the
 * record.
 */
export const recordOpening = (profile: Profile, line: Opening, author: Author): void => {
  recordMovements(profile, { type: '06', lines: [line], remark: null }, author)
}

export const serviceHasNoStock = (name: string) =>
  fail(
    '003',
    'stock.service',
    `"${name}" is a service and has no stock. Remove its quantity from the list.`,
    {
      field: 'opening',
      params: { name },
    },
  )
