/** The authority's side of customs: what was declared for us, and what became of it. */
import type { Verdict } from './authority.ts'
import type { Body } from './suppliers.ts'

export type Decided = 'approved' | 'rejected'

export interface Declared {
  task: string
  /** Hundredths of the entry's units. */
  quantity: number
  /** Hundredths of the currency. */
  amount: number
  /** Millionths of a shilling for one of the currency. */
  rate: number
  /** What we sent the authority last; null: nothing. */
  ours: { act: Decided; code: string } | null
  /** Decided by somebody else, and not by us. */
  elsewhere: boolean
  shownAt: number
  body: Body
}

interface Options {
  now(): number
  stampOf(at: number): string
  say(code: string, text: string): Verdict
  found(name: string, rows: unknown[]): Verdict
  hiddenMs(): number
  isKnown(code: string): boolean
  violations: string[]
}

/** What our approval says of an entry names it, and so does the record of its goods. */
export const remarkOfEntry = (task: string): string => `Entry ${task}`

const forms = ['-1', '02032026', '20260302'] as const

export const createDeclarations = (options: Options) => {
  const { now, stampOf, say, found, hiddenMs, isKnown, violations } = options
  const entries: Declared[] = []

  /** Goods of ours are declared. `quantity`, `amount`, `rate` as in {@link Declared}. */
  const declare = (goods: { name: string; quantity: number; amount: number; rate: number }): Declared => {
    const task = `TASK-${entries.length + 1}`
    const { name, quantity, amount, rate } = goods
    const body = {
      ...{ taskCd: task, dclDe: forms[entries.length % forms.length], itemSeq: 1, dclNo: `D-${task}` },
      ...{ hsCd: '1701991000', itemNm: name, imptItemSttsCd: '2', orgnNatCd: 'BR', exptNatCd: 'BR' },
      ...{ pkg: 1, pkgUnitCd: 'NT', qty: quantity / 100, qtyUnitCd: 'U', totWt: 10, netWt: 9 },
      ...{ spplrNm: 'Far Supplier', agntNm: 'Agent', invcFcurAmt: amount / 100, invcFcurCd: 'USD' },
      ...{ invcFcurExcrt: rate / 1e6, changed: stampOf(now()) },
    }
    const entry = {
      ...{ task, quantity, amount, rate, ours: null, elsewhere: false },
      ...{ shownAt: now() + hiddenMs(), body },
    }
    entries.push(entry)
    return entry
  }

  const keep = (entry: Declared, status: string): void => {
    entry.body = { ...entry.body, imptItemSttsCd: status, changed: stampOf(now()) }
  }

  return {
    entries,
    declare,
    list: (body: Body): Verdict => {
      const since = String(body['lastReqDt'])
      const shown = entries.filter((each) => each.shownAt <= now() && String(each.body['changed']) > since)
      return found(
        'itemList',
        shown.map((each) => each.body),
      )
    },
    decide: (body: Body): Verdict => {
      const [task, status] = [String(body['taskCd']), String(body['imptItemSttsCd'])]
      const entry = entries.find((each) => each.task === task)
      if (!entry || entry.body['dclDe'] !== body['dclDe']) {
        violations.push(`a decision came of ${task} of ${String(body['dclDe'])}, which was never listed`)
        return say('001', 'There is no search result')
      }
      const code = String(body['itemCd'])
      if (!isKnown(code)) {
        violations.push(`a decision about ${task} came before its item ${code}`)
        return say('910', `Item ${code} does not exist in your inventory`)
      }
      if (status === '3' && !body['remark']) return say('999', 'An unknown error has occurred.')
      entry.ours = { act: status === '3' ? 'approved' : 'rejected', code }
      entry.elsewhere = false
      keep(entry, status)
      return say('000', 'It is succeeded')
    },
    /** Somebody decides in the authority's portal what we have not decided there. */
    decideElsewhere: (entry: Declared): void => {
      if (entry.ours) return
      entry.elsewhere = true
      keep(entry, '4')
    },
    /** The entry of goods that come before the authority heard of their approval. */
    unapprovedOf: (type: string, remark: string): string | null => {
      const named = type === '01' && entries.find(({ task }) => remarkOfEntry(task) === remark)
      return named && named.ours?.act !== 'approved' ? named.task : null
    },
  }
}
