import type { Call } from './call.ts'
import { CODE_CALLS } from './codes.ts'
import { CUSTOMER_CALLS } from './customers.ts'
import { DEVICE_CALLS, INITIALISATION } from './device.ts'
import { IMPORT_CALLS } from './imports.ts'
import { ITEM_CALLS } from './items.ts'
import { PURCHASE_CALLS } from './purchases.ts'
import { SALES_CALLS } from './sales.ts'
import { STOCK_CALLS } from './stock.ts'

const CALLS: readonly Call[] = [
  ...DEVICE_CALLS,
  ...CODE_CALLS,
  ...ITEM_CALLS,
  ...CUSTOMER_CALLS,
  ...SALES_CALLS,
  ...PURCHASE_CALLS,
  ...STOCK_CALLS,
  ...IMPORT_CALLS,
]

/** The target of a path: a token, the initialisation, a call, or unknown. */
export type Target =
  | { readonly kind: 'token'; readonly name: string }
  | { readonly kind: 'initialisation'; readonly name: string; readonly path: string }
  | { readonly kind: 'call'; readonly name: string; readonly path: string; readonly call: Call }
  | { readonly kind: 'unknown'; readonly name: string }

const TOKEN_PATHS = ['/v1/token/generate', '/oauth2/v1/generate']
const BASE_PATHS = ['/etims-api', '/etims-oscu/api/v1']

const targets = new Map<string, Target>()
for (const path of [INITIALISATION.name, ...INITIALISATION.aliases]) {
  targets.set(path, { kind: 'initialisation', name: INITIALISATION.name, path })
}
for (const call of CALLS) {
  for (const path of [call.name, ...call.aliases])
    targets.set(path, { kind: 'call', name: call.name, path, call })
}

/**
 * Every call works below both base paths and below none, under its own name and its gateway names (`authority §1.1`,
 * `§1.3`).
 */
export function targetOf(url: string): Target {
  const path = url.split('?')[0] ?? ''
  if (TOKEN_PATHS.includes(path)) return { kind: 'token', name: 'token' }
  const base = BASE_PATHS.find((each) => path.startsWith(`${each}/`)) ?? ''
  const name = path.slice(base.length + 1)
  return targets.get(name) ?? { kind: 'unknown', name }
}

/** The one name of a call given by any of its paths, `token` included; undefined when there is no such call. */
export function nameOf(path: string): string | undefined {
  const target =
    path === 'token' ? targetOf('/v1/token/generate') : targetOf(path.startsWith('/') ? path : `/${path}`)
  return target.kind === 'unknown' ? undefined : target.name
}
