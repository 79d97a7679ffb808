import { isMissing, text, whole } from '../body.ts'
import { itemOf, notInInventory } from '../catalogue.ts'
import { fields } from '../checks/fields.ts'
import { isCode } from '../data/codes.ts'
import { broken, done, found, nothing, refused } from '../outcome.ts'
import type { Settings } from '../settings.ts'
import type { Call } from './call.ts'
import { SINCE, windowOf } from './reading.ts'

const APPROVED = '3'

type ImportRow = { body: string; declared: string; form: string }

/** The declaration date has three formats, and must be returned unchanged (`authority §1.4` no. 12). */
function declarationDate({ declared, form }: ImportRow, settings: Settings): string {
  const wanted = settings.dclDe === 'mixed' ? form : settings.dclDe
  if (wanted === 'minusOne') return '-1'
  if (wanted === 'yyyyMMdd') return declared
  return `${declared.slice(6)}${declared.slice(4, 6)}${declared.slice(0, 4)}`
}

const selectImportItemList: Call = {
  name: 'selectImportItemList',
  aliases: ['importedItemInfo'],
  fields: SINCE,
  run: (request) => {
    const { from, to } = windowOf(request)
    const rows = request.store.all<ImportRow>(
      'SELECT body, declared, form FROM import WHERE tin = ? AND changed_at > ? AND changed_at <= ? ORDER BY task, seq',
      request.device.tin,
      from,
      to,
    )
    return found(
      'itemList',
      rows.map((row) => ({ ...JSON.parse(row.body), dclDe: declarationDate(row, request.settings) })),
    )
  },
}

const updateImportItem: Call = {
  name: 'updateImportItem',
  aliases: ['importedItemConvertedInfo'],
  fields: {
    members: fields(`taskCd C50 Y, dclDe C8 Y, itemSeq N10 Y, hsCd C17 Y, itemClsCd C10 Y, itemCd C20 Y
      imptItemSttsCd C5 Y, remark C400 N, modrId C20 Y, modrNm C60 Y`),
  },
  run: (request) => {
    const { store, device, settings, strict, body, path, now } = request
    const key = [device.tin, text(body, 'taskCd'), whole(body, 'itemSeq')] as const
    const row = store.get<ImportRow>(
      'SELECT body, declared, form FROM import WHERE tin = ? AND task = ? AND seq = ?',
      ...key,
    )
    if (!row || declarationDate(row, settings) !== text(body, 'dclDe')) return nothing
    if (!isCode('26', text(body, 'imptItemSttsCd'))) return broken('Invalid imptItemSttsCd')
    // The live server fails on an approval without a remark (authority §1.4 no. 13).
    if (text(body, 'imptItemSttsCd') === APPROVED && isMissing(body['remark'])) return refused('999')
    if (strict && !itemOf(request, text(body, 'itemCd'))) return broken(notInInventory(text(body, 'itemCd')))
    // The gateway's own name for this call answers success and stores nothing (`authority §1.3` no. 13).
    if (path === 'importedItemConvertedInfo') return done()
    const { itemCd, itemClsCd, imptItemSttsCd, remark } = body
    store.run(
      'UPDATE import SET body = ?, changed_at = ? WHERE tin = ? AND task = ? AND seq = ?',
      JSON.stringify({ ...JSON.parse(row.body), itemCd, itemClsCd, imptItemSttsCd, remark: remark ?? null }),
      now,
      ...key,
    )
    return done()
  },
}

export const IMPORT_CALLS: readonly Call[] = [selectImportItemList, updateImportItem]
