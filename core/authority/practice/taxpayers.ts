import type { Store } from './store.ts'

/** A row of the taxpayer directory. Status is class 15: A active, D inactive. */
export type Taxpayer = {
  readonly tin: string
  readonly name: string
  readonly status: 'A' | 'D'
  readonly county: string
  readonly subCounty: string
  readonly locality: string
  readonly place: string
}

/** A PIN: a letter, nine digits, a letter (authority §5.1). */
export const isPin = (text: string): boolean => /^[A-Z]\d{9}[A-Z]$/.test(text)

export function addTaxpayer(store: Store, taxpayer: Taxpayer): void {
  store.run(
    `INSERT INTO taxpayer (tin, name, status, county, sub_county, locality, place) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tin) DO NOTHING`,
    taxpayer.tin,
    taxpayer.name,
    taxpayer.status,
    taxpayer.county,
    taxpayer.subCounty,
    taxpayer.locality,
    taxpayer.place,
  )
}

export const taxpayerOf = (store: Store, tin: string): Taxpayer | undefined =>
  store.get<Taxpayer>(
    `SELECT tin, name, status, county, sub_county AS subCounty, locality, place FROM taxpayer WHERE tin = ?`,
    tin,
  )

/** The taxpayer as selectCustomer shows it, in a list of one or none. */
export function taxpayerRow(store: Store, tin: string): readonly object[] {
  const taxpayer = taxpayerOf(store, tin)
  if (!taxpayer) return []
  return [
    {
      tin,
      taxprNm: taxpayer.name,
      taxprSttsCd: taxpayer.status,
      prvncNm: taxpayer.county,
      dstrtNm: taxpayer.subCounty,
      sctrNm: taxpayer.locality,
      locDesc: taxpayer.place,
    },
  ]
}
