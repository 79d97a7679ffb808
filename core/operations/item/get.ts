import { categories } from '../../../db/profile/itemGrid.ts'
import { itemById } from '../../../db/profile/items.ts'
import { registrationOf } from '../../../db/profile/registrations.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { costsView, itemView } from './view.ts'

export const getItem: Handler<'item.get'> = ({ id }, { db, actor }) => {
  const row = itemById(db, id)
  if (!row) return fail('005', 'item.unknown', 'There is no such item.', { field: 'id' })
  const registration = registrationOf(db, id)
  return ok({
    item: itemView(row),
    costs: costsView(row, actor),
    refusal:
      registration?.state === 'refused'
        ? {
            submissionId: registration.id,
            code: registration.last_code ?? '',
            text: registration.last_text ?? '',
          }
        : null,
    categories: categories(db),
  })
}
