import { itemsChanged } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { centsToWire } from '../../fiscal/money.ts'
import { notReady } from '../../shop/failures.ts'
import { isService } from '../../shop/items/isService.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { flagOf, momentOf, yesNo } from '../shared/wireValues.ts'

export const findItems: Handler<'item.find'> = (query, { db }) => {
  if (!device(db)) return notReady()
  const from = readCursor(query.cursor, ['number', 'number'])
  if (!from.ok) return from
  const found = itemsChanged(db, {
    code: query.itemCd,
    barcode: query.bcd,
    text: query.search,
    active: query.useYn && flagOf(query.useYn),
    since: momentOf(query.changedSince),
    after: from.data && { at: from.data[0], id: from.data[1] },
    limit: query.limit + 1,
  })
  const { rows, next } = pageOf(found, query.limit, ({ updated_at, id }) => [updated_at, id])
  return ok({
    items: rows.map((row) => ({
      itemCd: row.code,
      itemClsCd: row.class_alias ?? row.item_class,
      itemTyCd: row.type,
      itemNm: row.name,
      itemStdNm: row.standard_name,
      orgnNatCd: row.origin_country,
      pkgUnitCd: row.package_unit,
      qtyUnitCd: row.quantity_unit,
      taxTyCd: row.tax_type,
      bcd: row.barcode,
      btchNo: row.batch_number,
      addInfo: row.additional_info,
      dftPrc: centsToWire(row.price),
      sftyQty: row.low_stock === null ? null : centsToWire(row.low_stock),
      useYn: yesNo(row.active),
      regDt: toWireDate(row.created_at),
      modiDt: toWireDate(row.updated_at),
      remainingQty: isService(row) ? null : centsToWire(row.on_hand),
      registered: row.registration === 'registered',
      cisItemCd: row.authority_code,
    })),
    ...next,
  })
}
