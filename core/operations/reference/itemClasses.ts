import { searchItemClasses } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { proposeItemClasses } from './proposeClasses.ts'

export const listItemClasses: Handler<'reference.itemClasses'> = ({ text, propose, limit }, { db }) =>
  ok({
    classes: (propose ? proposeItemClasses : searchItemClasses)(db, text, limit).map(
      ({ code, name, tax_type }) => ({ code, name, taxType: tax_type }),
    ),
  })
