import { unofficialById } from '../../../db/profile/unofficial.ts'
import { ok } from '../../contract/errors.ts'
import { noProforma } from '../../shop/unofficial/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { printUnofficial } from '../shared/printUnofficial.ts'

export const printProforma: Handler<'proforma.print'> = ({ id, ...asked }, context) =>
  printUnofficial(context, asked, () => {
    const paper = unofficialById(context.db, id, ['PS'])
    return paper ? ok(paper) : noProforma('id')
  })
