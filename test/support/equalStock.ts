/** Our stock beside the practice authority's ledger: each item, to the hundredth. */

export interface OurStock {
  code: string
  /** Hundredths. */
  onHand: number
  /** Hundredths, as the authority's answers said. */
  atAuthority: number
}

/** As the ledger of the practice authority has it, in units. */
export interface TheirStock {
  bhfId: string
  itemCd: string
  onHand: number
  /** Of sales whose stock record did not come. */
  soldNotMoved: number
}

export const ourStock = `select coalesce(authority_code, code) as code, on_hand as onHand,
  authority_on_hand as atAuthority from item where type <> '3'`

/** Returns the items of a branch that are not the same on both sides; none if the ledgers are equal. */
export const unequalStock = (ours: OurStock[], theirs: TheirStock[], branchId = '00') => {
  const here = new Map(ours.map((row) => [row.code, row]))
  const there = new Map(theirs.filter(({ bhfId }) => bhfId === branchId).map((row) => [row.itemCd, row]))
  return [...new Set([...here.keys(), ...there.keys()])]
    .map((code) => ({
      code,
      here: here.get(code)?.onHand ?? 0,
      heard: here.get(code)?.atAuthority ?? 0,
      there: Math.round((there.get(code)?.onHand ?? 0) * 100),
      reserved: Math.round((there.get(code)?.soldNotMoved ?? 0) * 100),
    }))
    .filter((item) => item.here !== item.there || item.heard !== item.there || item.reserved !== 0)
}
