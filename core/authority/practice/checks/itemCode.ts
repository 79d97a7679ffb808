import { text } from '../body.ts'
import type { CallRequest } from '../calls/call.ts'
import { isCode, isNation, isPackagingUnit, isQuantityUnit, PACKAGING_UNIT_CODES } from '../data/codes.ts'
import { broken, type Refusal } from '../outcome.ts'
import { isTaxType } from '../settings.ts'
import { checkNext } from './numbers.ts'

/** The units both items and document lines must name (authority §3, classes 10 and 17). */
export function checkUnits(body: CallRequest['body']): Refusal | undefined {
  if (!isPackagingUnit(text(body, 'pkgUnitCd'))) {
    return broken(
      `The Package unit code can ony be among the following list: [${PACKAGING_UNIT_CODES.join(', ')}]`,
    )
  }
  return isQuantityUnit(text(body, 'qtyUnitCd')) ? undefined : broken('Invalid Quantity Unit Code')
}

export const checkItemClass = (body: CallRequest['body']): Refusal | undefined =>
  /^\d{10}$/.test(text(body, 'itemClsCd')) ? undefined : broken('Invalid itemClsCd')

/**
 * An item code is nation (2), item type (1), packaging (2), quantity unit (2) and a seven-digit counter, each slice
 * equal to the flat member (authority §5.1). Only a new code must carry the next counter value.
 */
export function checkItemCode(request: CallRequest, isNew: boolean): Refusal | undefined {
  const { body } = request
  const code = text(body, 'itemCd')
  return (
    checkUnits(body) ??
    checkMembers(body) ??
    checkSlices(body, code) ??
    (isNew ? checkNext(request, { kind: 'items', number: Number(code.slice(7)) }) : undefined)
  )
}

function checkMembers(body: CallRequest['body']): Refusal | undefined {
  if (!isNation(text(body, 'orgnNatCd'))) return broken('Invalid orgnNatCd')
  if (!isCode('24', text(body, 'itemTyCd'))) return broken('Invalid itemTyCd')
  if (!isTaxType(text(body, 'taxTyCd'))) return broken('Invalid taxTyCd')
  return checkItemClass(body)
}

function checkSlices(body: CallRequest['body'], code: string): Refusal | undefined {
  const [packaging, unit] = [text(body, 'pkgUnitCd'), text(body, 'qtyUnitCd')]
  if (code.slice(0, 2) !== text(body, 'orgnNatCd')) return broken('Incorrect OrgnNatCd Prefix')
  if (code.slice(2, 3) !== text(body, 'itemTyCd')) return broken('Incorrect ItemTyCd Prefix')
  if (packaging.length !== 2 || code.slice(3, 5) !== packaging)
    return broken('Incorrect Packaging Unit Prefix')
  if (unit.length !== 2) return broken('Incorrect QtyUnitCd Prefix')
  if (code.slice(5, 7) !== unit) return broken("The ItemCd isn't made up of correct QtyUnitCd")
  return /^\d{7}$/.test(code.slice(7)) ? undefined : broken('Invalid itemCd')
}
