/** The authority's name in Kenya, as people say it: on screens, slips and reports. Code and REST say "the authority". */
export const authorityName = 'KRA'

/**
 * Addresses at which the authority serves devices, by environment and dialect. null: it has not published one, so the
 * shop enters the one of its approval.
 */
export const authorityAddresses = {
  sandbox: {
    legacy: 'https://etims-api-sbx.kra.go.ke/etims-api',
    gateway: 'https://sbx.kra.go.ke/etims-oscu/api/v1',
  },
  production: { legacy: 'https://etims-api.kra.go.ke/etims-api', gateway: null },
} as const
