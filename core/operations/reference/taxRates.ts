import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const bookedTaxRates: Handler<'reference.taxRates'> = (_, { profile }) =>
  ok({ rates: profile.taxRates() })
