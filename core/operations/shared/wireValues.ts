/** Values as the interface writes them. */

export const yesNo = (flag: 0 | 1): 'Y' | 'N' => (flag === 1 ? 'Y' : 'N')
export const flagOf = (value: 'Y' | 'N'): 0 | 1 => (value === 'Y' ? 1 : 0)

/** Epoch milliseconds of an ISO 8601 time that a schema has passed. */
export const momentOf = (iso: string | undefined): number | undefined =>
  iso === undefined ? undefined : Date.parse(iso)
