/** `20261120133804`, the authority's clock, as `20/11/2026 13:38:04`. */
export const wireMoment = (wire: string): string =>
  wire.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$3/$2/$1 $4:$5:$6')
