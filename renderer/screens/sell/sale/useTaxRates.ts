import { defaultTaxRates, type TaxRates } from '../../../../core/fiscal/tax.ts'
import { useCall } from '../../../queries/calls.ts'

/** Percent of each tax letter as a sale is booked; the law's until the core has answered. */
export const useTaxRates = (): TaxRates => useCall('reference.taxRates', {}).data?.rates ?? defaultTaxRates
