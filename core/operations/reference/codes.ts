import { codesOf } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const listCodes: Handler<'reference.codes'> = (input, { db }) =>
  ok({
    codes: codesOf(db, { class: input.class }).map((row) => ({
      class: row.class,
      className: row.class_name,
      code: row.code,
      name: row.name,
      description: row.description,
      sortOrder: row.sort_order,
      userDefined1: row.user_defined_1,
      active: row.active === 1,
    })),
  })
