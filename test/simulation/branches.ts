/** The authority's side of transfers: the branches of the taxpayer, and what it lists as sent to this one. */
import type { Verdict } from './authority.ts'
import { type Body, linesOf } from './suppliers.ts'

/** Goods that another branch sent here. */
export interface SentGoods {
  from: string
  /** Its stock record's number. */
  number: string
  /** Hundredths, as listed. */
  lines: { code: string; quantity: number }[]
  /** The authority does not list it before this moment of its clock. */
  shownAt: number
  body: Body
}

/** By the numbers of branches with a till of their own: each hears what another one sent it. */
export type Receivers = Map<string, (from: string, body: Body) => void>

/** The till's branch, one that may have a till, and one that has none. */
const branchIds = ['00', '01', '02'] as const
/** Of this branch nobody has a till: what it sends, the run makes up. */
export const silentBranch = '02'

interface Options {
  now(): number
  stampOf(at: number): string
  found(name: string, rows: unknown[]): Verdict
  hiddenMs(): number
  branchId: string
  receivers: Receivers
}

export const createBranches = (options: Options) => {
  const { now, stampOf, found, hiddenMs, branchId, receivers } = options
  const arrivals: SentGoods[] = []

  const announce = (from: string, body: Body): void => {
    const changed = stampOf(now())
    const listed = { ...body, custBhfId: from, changed }
    const number = String(body['sarNo'])
    arrivals.push({ from, number, lines: linesOf(body), shownAt: now() + hiddenMs(), body: listed })
  }
  receivers.set(branchId, announce)

  return {
    arrivals,
    announce,
    others: branchIds.filter((id) => id !== branchId),
    branchList: () =>
      found(
        'bhfList',
        branchIds.map((bhfId) => ({
          ...{ bhfId, bhfNm: `Branch ${bhfId}`, bhfSttsCd: '01', hqYn: bhfId === '00' ? 'Y' : 'N' },
        })),
      ),
    list: (body: Body): Verdict => {
      const since = String(body['lastReqDt'])
      const shown = arrivals.filter((each) => each.shownAt <= now() && String(each.body['changed']) > since)
      return found(
        'stockList',
        shown.map((each) => each.body),
      )
    },
    /** An accepted stock record between branches. */
    moved: (body: Body): void => {
      if (body['sarTyCd'] === '13') receivers.get(String(body['custBhfId']))?.(branchId, body)
    },
  }
}
