import { hundredths, text } from '../body.ts'
import { itemOf, notInInventory, SERVICE } from '../catalogue.ts'
import { AUDIT, fields } from '../checks/fields.ts'
import { checkItemCode } from '../checks/itemCode.ts'
import { advance } from '../checks/numbers.ts'
import { stockOf } from '../ledger.ts'
import { broken, done, found } from '../outcome.ts'
import type { Call, CallRequest } from './call.ts'
import { SINCE, windowOf } from './reading.ts'
import { saveRecord } from './record.ts'

const ITEM_FIELDS = `
  itemCd C20 Y, itemClsCd C10 Y, itemTyCd C5 Y, itemNm C200 Y, itemStdNm C200 N, orgnNatCd C5 Y, pkgUnitCd C5 Y
  qtyUnitCd C5 Y, taxTyCd C5 Y, btchNo C10 N, bcd C20 N, dftPrc N18.2 Y, grpPrcL1 N18.2 N, grpPrcL2 N18.2 N
  grpPrcL3 N18.2 N, grpPrcL4 N18.2 N, grpPrcL5 N18.2 N, addInfo C7 N, sftyQty N13.2 N, isrcAplcbYn C1 Y, useYn C1 Y
  ${AUDIT}`

/** Saving a known code modifies the item; a new one must carry the next counter value when checks are strict. */
const saveItem: Call = {
  name: 'saveItem',
  aliases: [],
  fields: { members: fields(ITEM_FIELDS), missing: { orgnNatCd: 'orgnNatCd cannot be null' } },
  run: (request) => {
    const code = text(request.body, 'itemCd')
    const refusal = request.strict ? checkItemCode(request, itemOf(request, code) === undefined) : undefined
    if (refusal) return refusal
    storeItem(request, code)
    const sequence = /\d{7}$/.exec(code)
    if (sequence) advance(request, { scope: request.device.tin, kind: 'items', to: Number(sequence[0]) })
    return done()
  },
}

function storeItem({ store, device, body, now }: CallRequest, code: string): void {
  store.run(
    `INSERT INTO item (tin, code, bhf_id, type, tax_type, body, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tin, code) DO UPDATE SET type = excluded.type, tax_type = excluded.tax_type,
       body = excluded.body, changed_at = excluded.changed_at`,
    device.tin,
    code,
    device.bhfId,
    text(body, 'itemTyCd'),
    text(body, 'taxTyCd'),
    JSON.stringify(body),
    now,
  )
}

const selectItemList: Call = {
  name: 'selectItemList',
  aliases: ['itemInfo'],
  fields: SINCE,
  run: (request) => {
    const { from, to } = windowOf(request)
    const rows = request.store.all<{ bhf_id: string; body: string }>(
      'SELECT bhf_id, body FROM item WHERE tin = ? AND changed_at > ? AND changed_at <= ? ORDER BY code',
      request.device.tin,
      from,
      to,
    )
    return found(
      'itemList',
      rows.map((row) => ({
        tin: request.device.tin,
        ...JSON.parse(row.body),
        regBhfId: row.bhf_id,
        rraModYn: 'N',
      })),
    )
  },
}

/** One component of a product per call; goods must have stock (authority §1.4 no. 20). */
const saveItemComposition: Call = {
  name: 'saveItemComposition',
  aliases: [],
  fields: { members: fields('itemCd C20 Y, cpstItemCd C20 Y, cpstQty N13.2 Y, regrId C20 Y, regrNm C60 Y') },
  run: (request) => {
    const { body, strict } = request
    const [product, part] = [text(body, 'itemCd'), text(body, 'cpstItemCd')]
    const component = itemOf(request, part)
    if (strict && !itemOf(request, product)) return broken(notInInventory(product))
    if (strict && !component) return broken(notInInventory(part))
    const onHand = stockOf(request, part)?.onHand ?? 0
    if (strict && component?.type !== SERVICE && onHand < hundredths(body, 'cpstQty')) {
      return broken('You dont have sufficient stock for this Transaction')
    }
    return saveRecord(request, { kind: 'composition', code: `${product} ${part}` })
  },
}

export const ITEM_CALLS: readonly Call[] = [saveItem, selectItemList, saveItemComposition]
