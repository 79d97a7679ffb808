/** Goods between branches: sent, taken in as they were counted, entered by hand, dismissed and taken up again. */
import type { InputOf } from '../../core/contract/index.ts'
import type { ActsOptions, ExpectKnown } from './acts.ts'
import { silentBranch } from './branches.ts'
import type { Insist } from './cashBook.ts'

/** Hundredths. */
export interface MovedLine {
  itemId: number
  /** What the sender sent; null: sent by us, or entered by hand. */
  expected: number | null
  quantity: number
}
/** A transfer that somebody asked for. Its remark is its request. */
export interface AskedTransfer {
  requestId: string
  direction: 'out' | 'in'
  branch: string
  /** The sender's number of its record; null: sent by us, or entered by hand. */
  arrival: string | null
  lines: MovedLine[]
}

/** What came of a line: all, a part, more, or nothing. */
const cameOf = ({ random }: Pick<ActsOptions, 'random'>, sent: number): number =>
  random.pick([sent, sent, random.between(0, sent), sent + random.between(1, 300), 0])

/** Quantities per code, hundredths: an item may be on two lines. */
export const byCode = (lines: readonly { code: string; quantity: number }[]): string => {
  const sums = new Map<string, number>()
  for (const { code, quantity } of lines) sums.set(code, (sums.get(code) ?? 0) + quantity)
  return [...sums]
    .map(([code, sum]) => `${sum} of ${code}`)
    .toSorted()
    .join()
}

export const createTransferActs = (options: ActsOptions & { expectKnown: ExpectKnown; insist: Insist }) => {
  const { seed, random, machine, time, authority, till, goods, transfers, broken, over } = options
  const { expectKnown, insist } = options
  const { branches } = authority
  let made = 0
  const nameOf = (what: string): string => `${what}-${made++}-${seed}`
  const shelf = () => goods.filter(({ service }) => !service)

  const byHand = (direction: 'out' | 'in'): void => {
    const chosen = new Set(Array.from({ length: random.between(1, 3) }, () => random.pick(shelf()).id))
    const lines = [...chosen].map((itemId) => ({ itemId, quantity: random.between(1, 3_000) }))
    const requestId = nameOf(direction === 'out' ? 'sent' : 'came')
    const branch = random.pick(branches.others)
    const input: InputOf<'transfer.send'> = { requestId, branchId: branch, lines, remark: requestId }
    const asked = lines.map((line) => ({ ...line, expected: null }))
    transfers.push({ requestId, direction, branch, arrival: null, lines: asked })
    const kept = { table: 'transfer', requestId, amount: lines.length } as const
    const name = direction === 'out' ? 'transfer.send' : 'transfer.enter'
    insist(`${name} ${requestId}`, kept, () => till.ask('manager', name, input), [])
  }

  /** A branch without a till sends goods of ours, and some that we do not have. */
  const announce = (): void => {
    const known = till.read<{ name: string; code: string }>(
      "select name, authority_code as code from item where type <> '3' and authority_code is not null",
    )
    const line = (itemSeq: number) => {
      const strange = { name: nameOf('Strange goods'), code: `KE2NTU9${String(made).padStart(6, '0')}` }
      const { name, code } = known.length === 0 || random.chance(0.1) ? strange : random.pick(known)
      return {
        ...{
          itemSeq,
          itemClsCd: '5059690800',
          itemCd: code,
          itemNm: name,
          bcd: null,
          pkgUnitCd: 'NT',
          pkg: 1,
        },
        ...{ qtyUnitCd: 'U', qty: random.between(1, 3_000) / 100, prc: 0, splyAmt: 0, totDcAmt: 0 },
        ...{ taxTyCd: 'B', taxblAmt: 0, taxAmt: 0, totAmt: 0 },
      }
    }
    const itemList = Array.from({ length: random.between(1, 3) }, (_, index) => line(index + 1))
    branches.announce(silentBranch, { sarNo: branches.arrivals.length + 1, ocrnDt: '20260302', itemList })
  }

  const dismiss = async (arrivalId: number): Promise<void> => {
    const { failures } = machine.disk
    const dismissed = await till.ask('manager', 'transfer.dismiss', { arrivalId, reason: 'Not ours' })
    // It was taken in meanwhile.
    expectKnown('dismissing an arrival', dismissed, failures, '004')
    if (!dismissed.ok || random.chance(0.4) || over()) return
    const { failures: failuresBefore } = machine.disk
    const again = await till.ask('manager', 'transfer.takeUp', { arrivalId })
    expectKnown('taking up an arrival', again, failuresBefore, '004')
  }

  /** Kaunta asks the authority for news, and a manager counts what arrived. */
  const takeIn = async (): Promise<void> => {
    const { failures } = machine.disk
    const fetched = await till.ask('cashier', 'transfer.fetch', {})
    expectKnown('asking for arrivals', fetched, failures)
    const listed = await till.ask('manager', 'transfer.arrivals', { filter: 'open' })
    expectKnown('arrivals', listed, failures)
    if (!listed.ok || listed.data.arrivals.length === 0) return
    const { id, from, number } = random.pick(listed.data.arrivals)
    const shown = await till.ask('manager', 'transfer.arrival', { id })
    expectKnown('an arrival', shown, failures)
    const sent = branches.arrivals.find((each) => each.from === from.id && each.number === number)
    if (!shown.ok) return
    if (byCode(shown.data.lines) !== byCode(sent?.lines ?? []))
      broken(`the arrival ${number} of ${from.id} has other goods here`)
    // Somebody else may have it open, and takes it in nevertheless.
    if (random.chance(0.2)) {
      await dismiss(id)
      if (random.chance(0.5) || over()) return
    }
    const requestId = nameOf('arrived')
    const lines = shown.data.lines.map(({ quantity, item }) => ({
      itemId: item && random.chance(0.9) ? item.id : random.pick(shelf()).id,
      expected: quantity,
      quantity: cameOf(options, quantity),
    }))
    transfers.push({ requestId, direction: 'in', branch: from.id, arrival: number, lines })
    const input: InputOf<'transfer.receive'> = {
      ...{ requestId, arrivalId: id, remark: requestId },
      lines: lines.map(({ itemId, quantity }) => ({ itemId, received: quantity })),
    }
    const kept = { table: 'transfer', requestId, amount: lines.length } as const
    // Somebody else has taken it in or dismissed it meanwhile.
    const allowed = ['003', '004']
    insist(
      `taking in the arrival ${number}`,
      kept,
      () => till.ask('manager', 'transfer.receive', input),
      allowed,
    )
  }

  return {
    branch: (): void => {
      if (!till.running()) return
      if (random.chance(0.4)) {
        byHand(random.chance(0.7) ? 'out' : 'in')
        return
      }
      if (random.chance(0.6)) announce()
      // The authority lists it a little later.
      time.after(random.between(0, 5_000), () => {
        if (till.running() && !over()) void takeIn()
      })
    },
  }
}
