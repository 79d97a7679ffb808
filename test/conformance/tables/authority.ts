/**
 * Purchases, stock and imports on the authority's wire, as its reference describes them (`authority §1.4` nos. 12, 13 and
 * 15 to 19). A member is `name TYPE`: `C20` text of at most so many characters, `N` a number, `D8` a date of so many
 * digits. In a request, `Y` means that the authority rejects a call without it.
 */

/** A list that the authority answers. */
export interface ListRow {
  call: string
  /** The gateway's name. */
  alias: string
  /** The member of `data`. */
  list: string
  members: string
  /** Of its `itemList`; absent: it has none. */
  lines?: string
  /** It answers members of the body that it misses with these words. */
  identity?: { tin: string; bhfId: string }
}

/** A record that the authority takes. */
export interface SaveRow {
  call: string
  alias: string
  /** Names the request of `support/authority.ts`. */
  request: 'import' | 'purchase' | 'stockRecord' | 'stockMaster'
  members: string
  lines?: string
  /** What it says of some missing members instead of the usual. */
  missing?: Record<string, string>
}

const taxes = ['A', 'B', 'C', 'D', 'E'].map(
  (type) => `taxblAmt${type} N Y, taxRt${type} N Y, taxAmt${type} N Y`,
)
const totals = 'totTaxblAmt N Y, totTaxAmt N Y, totAmt N Y'
const people = 'regrId C20 Y, regrNm C60 Y, modrId C20 Y, modrNm C60 Y'
const optional = (table: string): string => table.replaceAll(' Y', '')

export const lists: readonly ListRow[] = [
  {
    call: 'selectImportItemList',
    alias: 'importedItemInfo',
    list: 'itemList',
    members: `taskCd C50, dclDe C8, itemSeq N, dclNo C50, hsCd C17, itemNm C500, imptItemSttsCd C5, orgnNatCd C5, exptNatCd C5,
      pkg N, pkgUnitCd C5, qty N, qtyUnitCd C5, totWt N, netWt N, spplrNm C500, agntNm C500, invcFcurAmt N, invcFcurCd C5,
      invcFcurExcrt N`,
  },
  {
    call: 'selectTrnsPurchaseSalesList',
    alias: 'getPurchaseTransactionInfo',
    list: 'saleList',
    members: `spplrTin C11, spplrNm C60, spplrBhfId C2, spplrInvcNo N, spplrSdcId C18, rcptTyCd C5, pmtTyCd C5, cfmDt C19,
      salesDt D8, stockRlsDt C19, totItemCnt N, ${optional(taxes.join())}, ${optional(totals)}, remark C400`,
    lines: `itemSeq N, itemClsCd C10, itemCd C20, itemNm C200, bcd C20, pkgUnitCd C5, pkg N, qtyUnitCd C5, qty N, prc N,
      splyAmt N, dcRt N, dcAmt N, taxTyCd C5, taxblAmt N, taxAmt N, totAmt N`,
    identity: { tin: 'Missing Tin', bhfId: 'Missing BhfId' },
  },
  {
    call: 'selectStockMoveList',
    alias: 'selectStockMoveLists',
    list: 'stockList',
    members: `custTin C11, custBhfId C2, sarNo N, ocrnDt D8, totItemCnt N, ${optional(totals)}, remark C400`,
    lines: `itemSeq N, itemClsCd C10, itemCd C20, itemNm C200, bcd C20, pkgUnitCd C5, pkg N, qtyUnitCd C5, qty N,
      itemExprDt D8, prc N, splyAmt N, totDcAmt N, taxblAmt N, taxTyCd C5, taxAmt N, totAmt N`,
    identity: { tin: 'tin cannot be Null', bhfId: 'bhfId cannot be Null' },
  },
]

export const saves: readonly SaveRow[] = [
  {
    call: 'updateImportItem',
    // The gateway's own name answers success and stores nothing (`authority §1.3` no. 13).
    alias: 'updateImportItem',
    request: 'import',
    members: `taskCd C50 Y, dclDe C8 Y, itemSeq N Y, hsCd C17 Y, itemClsCd C10 Y, itemCd C20 Y, imptItemSttsCd C5 Y,
      remark C400, modrId C20 Y, modrNm C60 Y`,
  },
  {
    call: 'insertTrnsPurchase',
    alias: 'sendPurchaseTransactionInfo',
    request: 'purchase',
    members: `invcNo N Y, orgInvcNo N Y, spplrTin C11, spplrBhfId C2, spplrNm C60, spplrInvcNo N, regTyCd C5 Y, pchsTyCd C5 Y,
      rcptTyCd C5 Y, pmtTyCd C5 Y, pchsSttsCd C5 Y, cfmDt D14, pchsDt D8 Y, wrhsDt D14, cnclReqDt D14, cnclDt D14,
      rfdDt D14, totItemCnt N Y, ${taxes.join()}, ${totals}, remark C400, ${people}`,
    lines: `itemSeq N Y, itemCd C20, itemClsCd C10 Y, itemNm C200 Y, bcd C20, spplrItemClsCd C10, spplrItemCd C20,
      spplrItemNm C200, pkgUnitCd C5, pkg N Y, qtyUnitCd C5 Y, qty N Y, prc N Y, splyAmt N Y, dcRt N Y, dcAmt N Y,
      taxblAmt N Y, taxTyCd C5 Y, taxAmt N Y, totAmt N Y, itemExprDt C8`,
    missing: { regTyCd: 'regTyCd cannot be null' },
  },
  {
    call: 'insertStockIO',
    alias: 'insert/stockIO',
    request: 'stockRecord',
    members: `sarNo N Y, orgSarNo N Y, regTyCd C5 Y, custTin C11, custNm C100, custBhfId C2, sarTyCd C5 Y, ocrnDt D8 Y,
      totItemCnt N Y, ${totals}, remark C400, ${people}`,
    lines: `itemSeq N Y, itemCd C20 Y, itemClsCd C10 Y, itemNm C200 Y, bcd C20, pkgUnitCd C5 Y, pkg N Y, qtyUnitCd C5 Y,
      qty N Y, itemExprDt C8, prc N Y, splyAmt N Y, totDcAmt N Y, taxblAmt N Y, taxTyCd C5 Y, taxAmt N Y, totAmt N`,
    missing: { orgSarNo: 'getOrgSarNo()', regTyCd: 'regTyCd cannot be null' },
  },
  {
    call: 'saveStockMaster',
    alias: 'save/stockMaster',
    request: 'stockMaster',
    members: `itemCd C20 Y, rsdQty N Y, ${people}`,
  },
]
