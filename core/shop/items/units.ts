/**
 * Units of items and lines, from the authority's tables (`spec 2.1`: packages of class 17, quantities of class 10).
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { codesOf, hasCode } from '../../../db/profile/reference.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { invalid } from '../failures.ts'

/** `named`: units in the specification itself, whether or not the authority's table has them. */
const kinds = {
  package: { table: '17', named: ['NT'] },
  quantity: { table: '10', named: ['U', 'KG', 'L', 'M'] },
} as const

/** 003 for a code that the authority has not published. Before its tables were fetched, any code is accepted. */
export const checkUnit = (
  db: Db,
  kind: keyof typeof kinds,
  { code, field }: { code: string; field: string },
): Reply<null> => {
  const { table, named } = kinds[kind]
  const isKnown = (named as readonly string[]).includes(code) || hasCode(db, table, code)
  if (isKnown || codesOf(db, { class: table }).length === 0) return ok(null)
  return invalid(
    field,
    code,
    `a code of the authority's table ${table}; GET /codes?cdCls=${table} lists them`,
  )
}

interface Units {
  package_unit: string
  quantity_unit: string
}

/** A line's unit may differ from its item's but must be a valid unit. The authority gets the item's. */
export const checkLineUnits = (
  db: Db,
  line: { pkgUnitCd?: string | null | undefined; qtyUnitCd: string },
  item: Units | undefined,
  field: string,
): Reply<null> => {
  if (line.qtyUnitCd !== item?.quantity_unit) {
    const checked = checkUnit(db, 'quantity', { code: line.qtyUnitCd, field: `${field}.qtyUnitCd` })
    if (!checked.ok) return checked
  }
  if (!line.pkgUnitCd || line.pkgUnitCd === item?.package_unit) return ok(null)
  return checkUnit(db, 'package', { code: line.pkgUnitCd, field: `${field}.pkgUnitCd` })
}
