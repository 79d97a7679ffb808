/** Goods at customs: approved with their costs, rejected, or decided elsewhere. */
import { ok, type Reply } from '../../core/contract/errors.ts'
import type { InputOf, OutputOf } from '../../core/contract/index.ts'
import type { ActsOptions, ExpectKnown } from './acts.ts'
import type { Insist } from './cashBook.ts'
import { type Decided, type Declared, remarkOfEntry } from './declarations.ts'

/** A decision that somebody asked for. */
export interface AskedDecision {
  requestId: string
  task: string
  act: Decided
  itemId: number
}

export const createCustomsActs = (options: ActsOptions & { expectKnown: ExpectKnown; insist: Insist }) => {
  const { seed, random, machine, time, authority, till, goods, decisions, deliveries, broken, over } = options
  const { expectKnown, insist } = options
  const { customs } = authority
  let made = 0
  const shelf = () => goods.filter(({ service }) => !service)

  const declare = (): void => {
    const quantity = 100 * random.between(1, 40)
    const rate = 10_000 * random.between(10_000, 14_000)
    customs.declare({ name: 'Cane sugar', quantity, amount: random.between(5_00, 9_000_00), rate })
  }

  /** The line of the goods, as it must be stored. */
  const lineOf = ({ quantity, amount, rate }: Declared, units: number, unitCost: number | undefined) => {
    const came = Math.round((quantity * units) / 100)
    const total =
      unitCost === undefined ? Math.round((amount * rate) / 1e6) : Math.round((unitCost * came) / 100)
    return { expected: came, received: came, total, unitCost: unitCost ?? Math.round((total * 100) / came) }
  }

  const decide = (entry: Declared, entryId: number): void => {
    const { task } = entry
    const act = random.chance(0.75) ? 'approved' : 'rejected'
    const asked: AskedDecision = {
      ...{ requestId: `${act}-${made++}-${seed}`, task, act, itemId: random.pick(shelf()).id },
    }
    decisions.push(asked)
    const { requestId, itemId } = asked
    const decided = (amount: number, ask: () => Promise<Reply<OutputOf<'customs.approve'>>>): void => {
      const kept = { table: 'customs_decision', requestId, amount } as const
      const known = () => ask().then((reply) => (reply.ok ? ok({ id: reply.data.entry.id }) : reply))
      // Somebody else has decided it meanwhile.
      insist(`${task} is ${act}`, kept, known, ['003', '004'])
    }
    if (act === 'rejected') {
      const input = { requestId, entryId, itemId, reason: 'Not ours' }
      decided(0, () => till.ask('manager', 'customs.reject', input))
      return
    }
    const units = random.pick([100, 2_400, 50, 33])
    const unitCost = random.chance(0.4) ? random.between(1_00, 900_00) : undefined
    const line = { itemId, units, ...lineOf(entry, units, unitCost) }
    deliveries.push({ requestId, invoice: null, lines: [line] })
    const input: InputOf<'customs.approve'> = {
      ...{ requestId, entryId, itemId, units, remark: remarkOfEntry(task) },
      ...(unitCost === undefined ? {} : { unitCost }),
    }
    decided(units, () => till.ask('manager', 'customs.approve', input))
  }

  /** Kaunta asks the authority for news, and a manager decides about an entry. */
  const takeIn = async (): Promise<void> => {
    const { failures } = machine.disk
    const fetched = await till.ask('cashier', 'customs.fetch', {})
    expectKnown('asking for entries of customs', fetched, failures)
    // Somebody else may decide about the same entry.
    const filter = random.chance(0.3) ? 'all' : 'waiting'
    const listed = await till.ask('manager', 'customs.list', { filter })
    expectKnown('entries of customs', listed, failures)
    if (!listed.ok || listed.data.entries.length === 0) return
    const { id, declaration, quantity, cost } = random.pick(listed.data.entries)
    const entry = customs.entries.find(({ task }) => declaration === `D-${task}`)
    if (!entry) return broken(`the entry ${declaration} was never listed`)
    if (quantity !== entry.quantity || cost !== Math.round((entry.amount * entry.rate) / 1e6))
      broken(`the entry ${declaration} is of ${quantity} for ${cost} here`)
    if (random.chance(0.1)) customs.decideElsewhere(entry)
    else decide(entry, id)
  }

  return {
    customs: (): void => {
      if (!till.running()) return
      declare()
      // The authority lists it a little later.
      time.after(random.between(0, 5_000), () => {
        if (till.running() && !over()) void takeIn()
      })
    },
  }
}
