/**
 * A run in which the data folder is put back to an older state, or cloned to a second computer that sells on the same device.
 * Each sale is of another quantity, or at the other till of another item at the same price: by that it is known at the authority,
 * whatever number it bears.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { placesOf } from '../../core/recovery/files.ts'
import { findingsOf } from '../../core/recovery/findings.ts'
import { createAuthority } from './authority.ts'
import { createDisk } from './disk.ts'
import { createNetwork } from './network.ts'
import { profileOf } from './profiles.ts'
import type { Random } from './random.ts'
import { createTill, layOut, type Machine } from './till.ts'
import { createTime, quiet } from './time.ts'
import { checkTwins, type Sold, whatOf } from './twinsEnd.ts'
import type { Outcome, WorldOptions } from './world.ts'

const hourMs = 3_600_000
const drainMs = 6 * hourMs

export const runTwins = async (
  options: WorldOptions & { chance(name: string): Random },
): Promise<Outcome> => {
  const { folder, plan, empty, narrate: hear, chance } = options
  const random = chance('twins')
  const time = createTime()
  const rules: string[] = []
  let [steps, kills, others, begun, trace, ended] = [0, 0, 0, 0, 7, false]
  const mark = (value: number) => {
    trace = (Math.imul(trace, 31) + value) | 0
  }
  const moment = () => `step ${steps}, ${(time.elapsed() / 1000).toFixed(1)} s`
  const narrate = hear && ((line: string) => hear(`${moment()}  ${line}`))
  const broken = (rule: string) => {
    narrate?.(`BROKEN: ${rule}`)
    rules.push(`${rule} (${moment()})`)
  }
  const disk = createDisk(chance('disk'))
  const profile = profileOf('production', random.pick(['legacy', 'gateway'] as const))
  const authority = createAuthority({
    now: time.now,
    taxpayerPin: profile.row.taxpayer_pin,
    deviceKey: profile.deviceKey,
    hiddenMs: () => 0,
    twins: true,
  })
  /** When each sale was begun and acknowledged, by what was sold. */
  const moments = new Map<string, { from: number; to: number }>()
  let quantities = 0

  const createStation = (name: string) => {
    const narrateIt = narrate && ((line: string) => narrate(`${name}: ${line}`))
    const machine: Machine = {
      folder: join(folder, name),
      ...{
        time,
        disk,
        random: chance(`ids ${name}`),
        secrets: new Map(),
        skewMs: 0,
        started: { times: 1, at: 0 },
        doubtMs: 0,
        slowSync: false,
      },
    }
    const network = createNetwork({
      time,
      random: chance(name),
      authority,
      profile,
      broken,
      narrate: narrateIt,
    })
    const foreseen = 'another till uses the numbers of this one'
    const till = createTill({ machine, profile, network, broken, foreseen })
    const sold: Sold[] = []
    const places = placesOf(machine.folder, profile.row.id)
    const noticed = () => findingsOf(places).some(({ cause }) => cause === 'twin')
    let past = 0
    const station = {
      ...{ name, machine, network, till, sold, noticed, narrate: narrateIt },
      goods: [] as { id: number; code: string; price: number }[],
      kill: async () => {
        kills += 1
        narrateIt?.('the till dies')
        till.kill()
        await quiet()
      },
      start: async () => {
        narrateIt?.('the till is started')
        await till.open()
        await quiet()
      },
      /** Ignores calls in flight: they belong to another database. */
      forget: () => {
        past += 1
      },
      sell: (which: number): void => {
        const item = station.goods[which] as (typeof station.goods)[number]
        const quantity = quantities * 100
        const what = whatOf(item.code, quantity)
        const input = {
          lines: [{ itemId: item.id, quantity }],
          tenders: [{ method: '01', amount: (item.price * quantity) / 100 }],
          requestId: `request-${what}`,
        }
        const from = time.now()
        const own = past
        const wasNoticed = noticed()
        let done = false
        const ask = () => {
          if (done || ended || own !== past) return
          if (!till.running()) return void time.after(1_000, ask)
          void till.ask('manager', 'sale.complete', input).then((reply) => {
            if (done || own !== past) return
            mark(reply.ok ? 1 : 2)
            if (!reply.ok)
              return broken(`${name}: a sale answered ${reply.error.code} ${reply.error.message}`)
            done = true
            const { number } = reply.data
            narrateIt?.(`the sale ${number} of ${what}`)
            moments.set(what, { from, to: time.now() })
            if (wasNoticed && stations.some((one) => one.sold.some((other) => other.number === number)))
              broken(`${name}: ${number} is given out again after it was noticed`)
            sold.push({ number, what, forgotten: false })
          })
          time.after(60_000, ask)
        }
        ask()
      },
    }
    return station
  }
  type Station = ReturnType<typeof createStation>
  layOut(join(folder, 'first'), [profile], empty)
  const first = createStation('first')
  const stations: Station[] = [first]
  const isRunning = () => stations.every(({ till }) => till.running())

  const step = async (): Promise<boolean> => {
    if (!time.advance()) return false
    steps += 1
    await quiet()
    for (const rule of authority.violations) broken(rule)
    mark(Math.round(time.elapsed()))
    return rules.length === 0
  }
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds() && (await step()));
  }

  const crash = async (station: Station): Promise<void> => {
    await station.kill()
    time.after(
      random.between(100, 20_000),
      () => void station.start().catch((e: unknown) => broken(String(e))),
    )
  }
  const trouble = (station: Station): void => {
    const { network, machine } = station
    const allowed = (['crash', 'outage', 'clock', 'sleep'] as const).filter((fault) => plan.faults.has(fault))
    if (allowed.length === 0) return
    const fault = random.pick(allowed)
    others += 1
    station.narrate?.(fault)
    if (fault === 'crash') void crash(station)
    if (fault === 'clock') machine.skewMs = random.pick([0, 24, -24, 2]) * hourMs
    if (fault === 'sleep') time.sleep(random.between(60_000, 14 * hourMs))
    if (fault === 'outage') {
      network.down = true
      time.after(random.between(1_000, 1_200_000), () => {
        network.down = false
      })
    }
  }

  const at = (name: string) => join(folder, name)
  /** Dies, and is copied as it lies there. */
  const copyTo = async (place: string): Promise<void> => {
    narrate?.(`the data folder is copied to ${place}`)
    await first.kill()
    rmSync(at(place), { recursive: true, force: true })
    cpSync(at('first'), at(place), { recursive: true })
  }
  const clone = async (): Promise<void> => {
    await copyTo('second')
    const second = createStation('second')
    for (const [name, value] of first.machine.secrets) second.machine.secrets.set(name, value)
    second.goods.push(...first.goods)
    second.network.faults = first.network.faults
    stations.push(second)
    for (const station of stations) await station.start()
  }
  /** Sales that the copy has: those after it are forgotten once it is put back. */
  let known = 0
  const copyAside = async (): Promise<void> => {
    await copyTo('aside')
    await first.start()
    known = first.sold.length
  }
  const putBack = async (): Promise<void> => {
    narrate?.('the data folder is restored')
    await first.kill()
    first.forget()
    first.network.putBack()
    rmSync(at('first'), { recursive: true, force: true })
    cpSync(at('aside'), at('first'), { recursive: true })
    for (const sale of first.sold.slice(known)) sale.forgotten = true
    await first.start()
  }
  const turns: [number, () => Promise<void>][] = random.chance(0.5)
    ? [[0.2, clone]]
    : [
        [0.2, copyAside],
        [0.2 + random.next() * 0.5, putBack],
      ]

  /** Between two steps: what is in place of what is decided while nothing runs. */
  const turn = async (): Promise<void> => {
    const [next] = turns
    if (!next || begun < plan.sales * next[0] || !isRunning()) return
    turns.shift()
    others += 1
    await next[1]()
  }
  const act = (): void => {
    if (begun >= plan.sales) return
    time.after(random.between(0, 4_000), act)
    if (!isRunning()) return
    const station = random.pick(stations)
    if (random.chance(0.04)) {
      trouble(station)
      return
    }
    begun += 1
    quantities += 1
    const which = random.between(0, 1)
    station.sell(which)
    // In the same second at both, for the same amount.
    if (random.chance(0.3)) for (const other of stations) if (other !== station) other.sell(1 - which)
  }

  const isDrained = ({ till, network }: Station) =>
    network.pending() === 0 &&
    till.read("select 1 from submission where state <> 'accepted' limit 1").length === 0
  /** A person sends again what the authority refused. */
  const resend = (): void => {
    if (ended) return
    for (const { till } of stations) {
      if (!till.running()) continue
      const refused = till.read<{ id: number }>("select id from submission where state = 'refused'")
      for (const { id } of refused) void till.ask('manager', 'queue.resend', { id })
    }
    time.after(90_000, resend)
  }

  try {
    await first.start()
    let isReady = false
    void first.till.ask('owner', 'device.initialize', {}).then((reply) => {
      if (!reply.ok) return broken(`the device could not be initialised: ${reply.error.message}`)
      isReady = true
    })
    await until(() => isReady)
    const price = 5_000
    for (const name of ['Hair cut', 'Shave']) {
      const item = {
        name,
        taxType: 'B' as const,
        type: '3' as const,
        itemClass: '8014160000',
      }
      const kept = first.goods.length
      void first.till.ask('owner', 'item.save', { ...item, price }).then((reply) => {
        if (reply.ok) first.goods.push({ id: reply.data.id, code: reply.data.code, price })
        else broken(`an item could not be made: ${reply.error.message}`)
      })
      await until(() => first.goods.length > kept)
    }
    await until(() => isDrained(first))
    first.network.faults = plan.faults.has('network')
    act()
    while (begun < plan.sales && (await step())) await turn()
    narrate?.('no more faults')
    for (const { network, machine } of stations) {
      Object.assign(network, { faults: false, down: false })
      machine.skewMs = 0
    }
    resend()
    const latest = time.elapsed() + drainMs
    while (rules.length === 0 && !(isRunning() && stations.every(isDrained))) {
      if (time.elapsed() > latest) broken('the queue did not drain')
      else if (!(await step())) break
    }
    ended = true
    if (rules.length === 0) checkTwins({ stations, authority, moments, broken })
  } catch (error) {
    broken(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`)
  }
  ended = true
  const documents = isRunning()
    ? stations.flatMap(({ till }) => till.read<{ state: string }>('select state from submission'))
    : []
  for (const { till } of stations) till.kill()
  return {
    plan,
    ...{ sold: begun, documents: documents.length },
    accepted: documents.filter(({ state }) => state === 'accepted').length,
    ...{ steps, faults: kills + others, kills, broken: rules, trace },
  }
}
