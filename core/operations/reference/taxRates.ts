import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const bookedTaxRates: Handler<'reference.taxRates'> = (_, { app }) => ok({ rates: app.taxRates() })
