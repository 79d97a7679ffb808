import { useMemo } from 'react'
import { defaultTaxRates, type TaxRates, taxTypes } from '../../../core/fiscal/tax.ts'
import { useCall } from '../../queries/calls.ts'

/** Percent of each tax letter as the authority's own table has them; the law's until it was read. */
export function useTaxRates(): TaxRates {
  const { data } = useCall('reference.codes', { class: '04' })
  return useMemo(() => {
    const rates = { ...defaultTaxRates }
    for (const letter of taxTypes) {
      const stated = data?.codes.find(({ code }) => code === letter)?.userDefined1?.trim()
      if (stated && Number.isFinite(Number(stated))) rates[letter] = Number(stated)
    }
    return rates
  }, [data])
}
