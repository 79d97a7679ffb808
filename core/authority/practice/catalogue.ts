import type { CallRequest } from './calls/call.ts'

export type CatalogueItem = { readonly type: string; readonly taxType: string }

/** Services have no stock (authority §3, class 24). */
export const SERVICE = '3'

/** An item of the taxpayer's own catalogue, which all its branches share (authority §1.4 no. 7). */
export const itemOf = (
  { store, device }: Pick<CallRequest, 'store' | 'device'>,
  code: string,
): CatalogueItem | undefined =>
  store.get<CatalogueItem>(
    'SELECT type, tax_type AS taxType FROM item WHERE tin = ? AND code = ?',
    device.tin,
    code,
  )

export const notInInventory = (code: string): string =>
  `Item ${code} does not exist in your inventory. Ensure it is added under item management package`
