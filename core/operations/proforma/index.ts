import { listProformas } from './list.ts'
import { makeProforma } from './make.ts'
import { printProforma } from './print.ts'
import { takeProforma } from './take.ts'

export const proformaHandlers = {
  'proforma.make': makeProforma,
  'proforma.list': listProformas,
  'proforma.take': takeProforma,
  'proforma.print': printProforma,
}
