import { double, hundredths, lines, text, whole } from '../body.ts'
import type { CallRequest } from '../calls/call.ts'
import { itemOf, notInInventory, SERVICE } from '../catalogue.ts'
import { isCode } from '../data/codes.ts'
import { bringsIn, quantities, sellable, stockOf } from '../ledger.ts'
import { broken, type Refusal } from '../outcome.ts'

const enforcesStock = ({ settings, strict }: CallRequest): boolean => settings.enforceStock ?? strict

/** Items must be registered under the line's tax type, or sales do not see them (authority §5.5). */
export function checkRegistered(request: CallRequest): Refusal | undefined {
  for (const line of lines(request.body)) {
    const code = text(line, 'itemCd')
    if (itemOf(request, code)?.taxType === text(line, 'taxTyCd')) continue
    return broken(`Item ${code} does not exist in your stock master`)
  }
  return undefined
}

/** Goods must be in stock to be sold; services are exempt, and a credit note needs none. */
export function checkAvailable(request: CallRequest): Refusal | undefined {
  if (!enforcesStock(request) || text(request.body, 'rcptTyCd') !== 'S') return undefined
  const short = [...quantities(request.body)]
    .filter(
      ([code, quantity]) => itemOf(request, code)?.type !== SERVICE && sellable(request, code) < quantity,
    )
    .map(([code]) => code)
  return short.length === 0 ? undefined : broken(`Items [${short.join(', ')}] do not exist in your stock`)
}

/** The members of a stock record that strict checks look at before its arithmetic. */
export function checkStockRecord(request: CallRequest): Refusal | undefined {
  const { body } = request
  const [number, original] = [whole(body, 'sarNo'), whole(body, 'orgSarNo')]
  if (original !== 0 && original >= number) {
    return broken(`Invalid orgSarNo: Expected 0 or an earlier sarNo but found: ${original}`)
  }
  if (!isCode('31', text(body, 'regTyCd'))) return broken('Invalid regTyCd')
  if (!isCode('12', text(body, 'sarTyCd'))) return broken('Invalid sarTyCd')
  for (const [index, line] of lines(body).entries()) {
    const code = text(line, 'itemCd')
    if (!itemOf(request, code)) return broken(notInInventory(code))
    if (text(line, 'totAmt') === '') {
      return broken(`Expected a value for totAmt on item: ${index + 1} but it is empty or null`)
    }
  }
  return undefined
}

/**
 * Goods that are not in stock cannot leave. Goods that leave as a sale must have been sold before (`authority §5.5`,
 * SPEC p.9).
 */
export function checkOutgoing(request: CallRequest): Refusal | undefined {
  const movement = text(request.body, 'sarTyCd')
  if (bringsIn(movement) || !enforcesStock(request)) return undefined
  for (const [code, quantity] of quantities(request.body)) {
    const stock = stockOf(request, code)
    if ((stock?.onHand ?? 0) < quantity) return broken(`Insufficient Stock of item: ${code}`)
    if (movement === '11' && (stock?.sold ?? 0) < quantity) {
      return broken(`Missing sales Record of item: ${code}. Send the sales invoice before the stock out`)
    }
  }
  return undefined
}

/** The quantity on hand must be the ledger's own (authority §2.3). */
export function checkRemaining(request: CallRequest): Refusal | undefined {
  const code = text(request.body, 'itemCd')
  if (!itemOf(request, code)) return broken(notInInventory(code))
  const stock = stockOf(request, code)
  if (!stock) return broken('Stock IO is empty, consider adding items to the stock IO first')
  if (hundredths(request.body, 'rsdQty') === stock.onHand) return undefined
  return broken(
    `rsdQty mismatch. Expected: ${double(stock.onHand)} but found: ${text(request.body, 'rsdQty')}`,
  )
}
