/**
 * A planned day of two shifts, with a kill at a random moment and the authority away for two hours over the first closing.
 * Each Z must say what the plan and the authority's ledger say, to the cent.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../simulation/random.ts'
import { startPractice } from '../support/practice.ts'
import { type Day, planDay } from './dayPlan.ts'
import { customers, owner } from './dayShop.ts'
import { callOf, createTill, type Done, doStep } from './dayTill.ts'
import { compare, compareUnsigned, readDay, same, type Told } from './dayZ.ts'
import { checkKept } from './kept.ts'

export interface DayOptions {
  folder: string
  /** Days, each with one kill. */
  days: number
  seed: number
  sales: number
}

export interface DayReport {
  rounds: number
  documents: number
  kills: number
  /** Kills while a shift was being closed. */
  atClosings: number
  wrong: string[]
}

const extent = { credits: 12, debts: 6, debtPayments: 9 }
/** Milliseconds between two steps. */
const pauseMs = 30_000
const outageMs = 2 * 3_600_000

/** Of its sale, after that of what came back in exchange. */
const numbersOf = (done: Done | undefined): string[] =>
  done ? [...(done.returned ? [done.returned.number] : []), done.number] : []

/** Lives one day; answers its broken rules. */
const liveDay = async (
  folder: string,
  seed: number,
  { steps, books, owed }: Day,
): Promise<Omit<DayReport, 'rounds'>> => {
  const random = createRandom(seed + 1)
  const authority = await startPractice()
  const till = createTill(join(folder, 'till'), authority)
  const closing = steps.findIndex(({ act }) => act === 'close')
  // A closing in one run of three, else any step.
  const killAt = random.chance(0.33)
    ? random.pick([closing, steps.length - 1])
    : random.between(0, steps.length - 1)
  const away = { from: Math.max(closing - 40, 1), to: Math.min(closing + 20, steps.length - 1) }
  const done: (Done | undefined)[] = []
  /** The till's time after each step. */
  const moments: number[] = []
  const wrong: string[] = []
  try {
    const ids = await till.found()
    // A sale whose item is not registered yet may be sent after later ones.
    await till.allSent()
    let shift = 0
    for (const [place, step] of steps.entries()) {
      const isAway = place > away.from && place <= away.to
      await till.pass(isAway ? Math.ceil(outageMs / (away.to - away.from)) : pauseMs, isAway)
      if (place === away.from) await till.allSent()
      if (place === away.from || place === away.to) await authority.setOffline(place === away.from)
      if (step.act === 'open') shift += 1
      const call = callOf(step, place, { ...ids, done, shift })
      if (place === killAt) {
        void doStep(till, step, call).catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, random.between(0, step.act === 'close' ? 20 : 8)))
        await till.kill()
        await till.start()
      }
      done[place] = await doStep(till, step, call)
      moments[place] = till.now()
      // A button is pressed twice now and then, that of a closing always.
      if (step.act === 'close' || random.chance(0.1))
        wrong.push(...same(call[1], await doStep(till, step, call), done[place]))
    }
    await till.allSent()
    for (const [index, customerId] of ids.buyers.entries()) {
      const { owed: here } = await till.call<{ owed: number }>(owner, 'account.get', { customerId })
      wrong.push(...same(`${customers[index]} owes`, here, owed[index]))
    }
    const file = till.file()
    const { sales } = await authority.control<{ sales: Told[] }>('GET', '/ledger')
    const documents = (places: number[]) => places.flatMap((place) => numbersOf(done[place]))
    wrong.push(...checkKept(file, documents(books.flatMap((book) => book.documents)), sales))
    const { reports, signed } = readDay(file)
    wrong.push(...same('Z reports', reports.length, books.length))
    wrong.push(...same('signatures', signed, sales.length))
    for (const [index, z] of reports.entries()) {
      const places = books[index]?.documents ?? []
      const own = new Set(documents(places))
      const told = sales.filter(({ request }) => own.has(request.trdInvcNo))
      if (books[index]) wrong.push(...compare(z, books[index], told))
      if (index > 0) continue
      const unsigned = places
        .filter((place) => place >= away.from)
        .flatMap((place) => numbersOf(done[place]).map((number) => ({ number, place })))
      const age = (place: number) => (moments[closing] ?? 0) - (moments[place] ?? 0)
      wrong.push(
        ...compareUnsigned(
          z,
          unsigned.map(({ number, place }) => ({ number, age: age(place) })),
        ),
      )
    }
    return { documents: sales.length, kills: 1, atClosings: steps[killAt]?.act === 'close' ? 1 : 0, wrong }
  } finally {
    await till.stop()
    await authority.stop()
  }
}

export const liveDays = async ({ folder, days, seed, sales }: DayOptions): Promise<DayReport> => {
  const sum: DayReport = { rounds: days, documents: 0, kills: 0, atClosings: 0, wrong: [] }
  for (let day = 0; day < days; day += 1) {
    const place = mkdtempSync(join(folder, 'day-'))
    const own = seed * 1_000 + day
    const plan = planDay(own, { sales, ...extent })
    const { documents, kills, atClosings, wrong } = await liveDay(place, own, plan).catch((error: Error) => ({
      ...{ documents: 0, kills: 1, atClosings: 0, wrong: [error.message] },
    }))
    sum.documents += documents
    sum.kills += kills
    sum.atClosings += atClosings
    sum.wrong.push(...wrong.map((rule) => `seed ${own}: ${rule}`))
    rmSync(place, { recursive: true })
  }
  return sum
}
