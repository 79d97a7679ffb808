import { text } from '../body.ts'
import { fields } from '../checks/fields.ts'
import { instant } from '../clock.ts'
import { codeList } from '../data/codes.ts'
import { itemClasses } from '../data/itemClassRows.ts'
import { NOTICES } from '../data/notices.ts'
import { found } from '../outcome.ts'
import { taxpayerRow } from '../taxpayers.ts'
import type { Call } from './call.ts'
import { REFERENCE_CHANGED_AT, SINCE, windowOf, within } from './reading.ts'

const selectCodeList: Call = {
  name: 'selectCodeList',
  aliases: [],
  fields: SINCE,
  run: (request) => {
    const row = request.store.get<{ value: string }>(
      "SELECT value FROM setting WHERE name = 'codesChangedAt'",
    )
    const changedAt = Number(row?.value ?? REFERENCE_CHANGED_AT)
    return found('clsList', within(changedAt, windowOf(request)) ? codeList(request.settings) : [])
  },
}

const selectItemClsList: Call = {
  name: 'selectItemClsList',
  aliases: ['selectItemClass'],
  fields: SINCE,
  run: (request) =>
    found('itemClsList', within(REFERENCE_CHANGED_AT, windowOf(request)) ? itemClasses() : []),
}

const selectNoticeList: Call = {
  name: 'selectNoticeList',
  aliases: [],
  fields: SINCE,
  run: (request) => {
    const window = windowOf(request)
    return found(
      'noticeList',
      NOTICES.filter((notice) => within(instant(notice.regDt) ?? 0, window)),
    )
  },
}

/** The buyer's PIN is looked up in the directory; an unknown one is `001` (authority §1.4 no. 3). */
const selectCustomer: Call = {
  name: 'selectCustomer',
  aliases: ['selectTaxpayerInfo', 'customerPinInfo', 'selectCustomerList'],
  fields: { members: fields('custmTin C11 Y') },
  run: ({ store, body }) => found('custList', taxpayerRow(store, text(body, 'custmTin'))),
}

export const CODE_CALLS: readonly Call[] = [
  selectCodeList,
  selectItemClsList,
  selectNoticeList,
  selectCustomer,
]
