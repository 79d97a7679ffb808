/**
 * Three tills, their branch hub and its signer by seed, in simulated time. Operations, links, hub, signer, queue and all
 * databases are real; the authority is the model. Requests do not arrive, are answered in vain or come twice. Processes die
 * between any two replies of PostgreSQL. Hubs are put back from copies, signers taken over with the old one alive, tills put
 * back or cloned.
 */
import { join } from 'node:path'
import { secretName } from '../../../core/profile/secretNames.ts'
import type { Server } from '../../../db/hub/engine.ts'
import { createAuthority } from '../authority.ts'
import { createDisk } from '../disk.ts'
import { createNetwork } from '../network.ts'
import { profileOf } from '../profiles.ts'
import { createRandom, type Random } from '../random.ts'
import { createTime } from '../time.ts'
import { handDevice, makeBranch } from './branchAtHub.ts'
import { type HubSide, openHubSide } from './hubSide.ts'
import { createPeople, type PersonAct } from './people.ts'
import { isAtRest, whatWaits } from './rest.ts'
import { checkRest } from './rules.ts'
import { finish, onReply, settle } from './settle.ts'
import { createSignerSide, type SignerSide } from './signerSide.ts'
import { choicesFor, suppliersDeliver, type Trouble } from './themes.ts'
import { openTillSide, type TillSide, uuidOf } from './tillSide.ts'
import { createTroubles } from './troubles.ts'

export interface HubWorld {
  server: Server
  template: string
  /** An empty profile's database. */
  empty: Buffer
  folder: string
  seed: number
  steps: number
  /** Sales of each act of selling. */
  rush: number
  narrate?(line: string): void
}

export interface HubOutcome {
  /** Sales, credit notes, stock records and purchases at the authority. */
  documents: number
  faults: number
  kills: number
  rewinds: number
  takeOvers: number
  /** The same for the same seed. */
  trace: string
  broken: string[]
}

const begun = 5
const usualTills = 3
/**
 * In a rush: tills, milliseconds between the sales of one act, and of the way to the authority. Tills then read several
 * outcomes at once, so a document costs a third of the computer's time.
 */
const [rushTills, customerMs, rushWayMs] = [5, 1, 1]
/** Milliseconds of the world in which everything must be at rest once faults end. */
const drainMs = 1_500_000
const signers = ['A', 'B', 'C'] as const

const hash = (text: string): number =>
  [...text].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 17)

export const runHubWorld = async (world: HubWorld): Promise<HubOutcome> => {
  const { server, template, empty, seed, steps, rush } = world
  const tillCount = rush > 1 ? rushTills : usualTills
  const chance = (name: string): Random => createRandom(Math.imul(seed, 0x9e3779b1) ^ hash(name))
  const random = chance('world')
  const meeting = chance('meeting')
  const choices = choicesFor(seed)
  const changesLetters = seed % 5 === 2
  /** Tills without a device sell before they are linked, and leave that to the signer. */
  const sellsFirst = chance('alone').chance(1 / 3)
  const time = createTime()
  const outcome: HubOutcome = {
    ...{ documents: 0, faults: 0, kills: 0, rewinds: 0, takeOvers: 0, trace: '', broken: [] },
  }
  let [trace, isOver] = [7, false]
  const mark = (value: number) => {
    trace = (Math.imul(trace, 31) + value) | 0
  }
  const moment = () => `${(time.elapsed() / 1000).toFixed(1)} s`
  const narrate = world.narrate && ((line: string) => world.narrate?.(`${moment()}  ${line}`))
  const broken = (rule: string) => {
    narrate?.(`BROKEN: ${rule}`)
    outcome.broken.push(`${rule} (${moment()})`)
  }
  // Transactions of a till end by their duration, which must not be that of this computer.
  const { now } = performance
  performance.now = time.elapsed
  const disk = createDisk(chance('disk'))
  const device = profileOf('sandbox', random.pick(['legacy', 'gateway'] as const))
  const app = uuidOf(chance('app'))
  const profile = { ...device, row: { ...device.row, id: app } }
  const authority = createAuthority({
    now: time.now,
    taxpayerPin: profile.row.taxpayer_pin,
    deviceKey: profile.deviceKey,
    hiddenMs: () => 0,
    // A cloned till gives out numbers of the first one. Each document is known by its number at the authority.
    twins: true,
    otherLetter: (trader, code) => {
      // A person sends what was rejected again whenever it suits.
      const rejected = `select 1 from submission join attempt on submission_id = submission.id
        where title = ? and outcome = 'refused'`
      const isAgain = computers.some((each) => each.running() && each.db().raw.prepare(rejected).get(trader))
      if (changesLetters && !isAgain) broken(`I10 ${trader} has another letter of ${code}`)
    },
  })
  const network = createNetwork({
    ...{ time, random: chance('network'), authority, profile, broken, narrate },
    takesTurns: true,
    ...(rush > 1 ? { wayMs: rushWayMs } : {}),
  })
  const kept = new Map<string, string>()
  const secrets = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => void kept.set(name, value),
    remove: async (name: string) => void kept.delete(name),
  }
  const idsOf = (name: string) => {
    const own = chance(name)
    return { uuid: () => uuidOf(own), token: () => uuidOf(own), random: own.next }
  }
  const unit = {
    ...{ serial: 'SIM-2', sdc_id: 'KRACU0100000001', mrc_no: 'WIS01006230', taxpayer_name: 'Mfano' },
    ...{ branch_name: 'HQ', place: null, initialised_at: time.now() },
  }
  const identity = { cmcKey: profile.deviceKey, deviceId: '1', unit }
  kept.set(secretName.identity(app), JSON.stringify(identity))
  if (profile.row.dialect === 'gateway') {
    kept.set(secretName.consumerKey(app), 'key')
    kept.set(secretName.consumerSecret(app), 'secret')
  }
  const computers: SignerSide[] = []
  /** Of the signers that work: the one with the seat. */
  const signing = () => computers.find((each) => each.signer()?.isLost() === false)
  const hub: HubSide = await openHubSide({
    ...{ server, template, name: 'world', time, secrets, ids: idsOf('hub ids') },
    signers: {
      look: async () => {
        acts.push(() => troubles.startSigner(computers[0]))
      },
      wake: () => {
        for (const each of computers) each.signer()?.wake()
      },
      isLost: () => computers[0]?.signer()?.isLost() ?? false,
      signer: () => computers[0]?.signer(),
    },
    endSigners: () =>
      new Promise((resolve) => {
        acts.push(async () => {
          narrate?.('the hub was put back, and begins a new epoch')
          // One that ends in order waits for the authority, and time does not pass meanwhile.
          for (const each of computers) await each.kill()
          resolve()
        })
      }),
  })
  const tills: TillSide[] = []
  const hubId = uuidOf(chance('hub'))
  const addTill = async (
    name: string,
    copyOf?: { copy: Buffer; secrets: ReadonlyMap<string, string>; app: string },
  ) => {
    const own = copyOf?.app ?? uuidOf(chance(`app ${name}`))
    const common = {
      folder: world.folder,
      time,
      disk,
      profile: { ...profile, row: { ...profile.row, id: own } },
      authority,
      hub,
      hubId,
      unit,
      empty,
      chance,
      broken,
      asksAuthority: suppliersDeliver(seed),
    }
    const side = await openTillSide({ ...common, name, ...(copyOf ? { copyOf } : {}) })
    tills.push(side)
    return side
  }
  const people = createPeople({
    ...{ random: chance('people'), meeting, time, tills, authority, mark, broken, narrate },
    over: () => isOver,
  })

  /** What must happen between two moments of the world. */
  const acts: (() => Promise<unknown>)[] = []
  const troubles = createTroubles(
    {
      ...{
        seed,
        tillCount,
        random,
        meeting,
        time,
        disk,
        network,
        hub,
        computers,
        signing,
        tills,
        people,
        narrate,
      },
      counts: outcome,
      addClone: ({ name, till, machine }) =>
        addTill(`${name}-clone`, {
          copy: till.copy(),
          secrets: new Map(machine.secrets),
          app: till.profile.row.id,
        }),
    },
    (happen) => acts.push(happen),
  )
  const { open } = troubles

  /** Lets the next thing happen. */
  const step = async (): Promise<boolean> => {
    if (!time.advance()) return false
    await settle()
    await troubles.killDue()
    for (let act = acts.shift(); act; act = acts.shift()) await act()
    mark(Math.round(time.elapsed()))
    return outcome.broken.length === 0
  }
  const judged = () => ({ hub: hub.db(), tills, authority })
  const sellMore = (side: TillSide): void => {
    if (!isOver && side.till.running()) people.sell(side)
  }
  const happen = async (): Promise<void> => {
    const side = random.pick(tills)
    const chosen = random.pick(choices)
    if (!(chosen in people)) await troubles.trouble[chosen as Trouble](side)
    else if (side.till.running()) people[chosen as PersonAct](side)
    if (chosen === 'sell')
      for (let sale = 1; sale < rush; sale += 1) time.after(sale * customerMs, () => sellMore(side))
  }
  const resting = { hub, tills, authority, network, signing }
  const drain = async (): Promise<void> => {
    const latest = time.elapsed() + drainMs
    let looked = 0
    while (outcome.broken.length === 0) {
      if (!(await step())) return
      if (time.elapsed() - looked < 30_000) continue
      looked = time.elapsed()
      if (looked > latest) return broken(`I9 it is not at rest: ${await whatWaits(resting)}`)
      for (const side of tills) {
        await troubles.pairAnew(side)
        if (side.till.running()) people.resend(side)
      }
      if (!signing() && hub.running()) {
        await computers[0]?.stop()
        await troubles.startSigner(computers[0])
      }
      if (await isAtRest(resting)) return
    }
  }
  const nameTill = (side: TillSide) =>
    void side.till.ask('owner', 'settings.save', { tillName: side.name, blockBelowStock: false })
  const pass = async (ms: number): Promise<void> => {
    const until = time.elapsed() + ms
    while (time.elapsed() < until && (await step()));
  }
  const sellAlone = async (side: TillSide): Promise<void> => {
    nameTill(side)
    people.makeItem(side)
    await pass(5_000)
    for (let sale = 0; sale < 3; sale += 1) people.sell(side)
    await pass(random.between(0, 30_000))
  }
  try {
    const branch = await makeBranch(hub, profile)
    for (const name of signers)
      computers.push(
        createSignerSide({
          ...{ name, time, secrets, profile, network, branch, broken, ids: idsOf(`signer ${name}`) },
          folder: join(world.folder, `signer ${name}`),
          url: () => hub.url,
          epoch: () => hub.token().epoch,
          placeOf: hub.placeOf,
          told: () => hub.running() && hub.told(),
        }),
      )
    for (let n = 1; n <= tillCount; n += 1) {
      const side = await addTill(`T${n}`)
      // It was a till of its own before.
      await open(side)
      if (sellsFirst) await sellAlone(side)
      side.till.kill()
      await side.join(!sellsFirst)
    }
    await handDevice(hub, { branch, row: profile.row, serial: unit.serial, now: time.now() })
    await computers[0]?.start()
    for (const side of tills) {
      await open(side)
      nameTill(side)
    }
    for (let item = 0; item < begun; item += 1) people.makeItem(random.pick(tills))
    await hub.copy()
    await pass(60_000)
    for (const side of tills) side.network.faults = true
    network.faults = true
    let done = 0
    const next = (): void => {
      acts.push(happen)
      done += 1
      if (done < steps) time.after(random.between(0, 4_000), next)
    }
    next()
    while (done < steps && (await step()));
    narrate?.('no more faults')
    troubles.end()
    await drain()
    isOver = true
    const db = signing()?.db()
    if (outcome.broken.length === 0 && db) {
      // Tills read to the end.
      await pass(60_000)
      for (const rule of await finish(checkRest(judged(), db))) broken(rule)
    }
    for (const rule of authority.violations) broken(`I2 the authority says: ${rule}`)
    const purchases = authority.supplierInvoices.filter(({ confirmedAs }) => confirmedAs !== null)
    outcome.documents = authority.sales.length + authority.stockRecords.length + purchases.length
    mark(hash(authority.sales.map(({ trader, total }) => `${trader} ${total}`).join()))
  } catch (error) {
    broken(`An error: ${error instanceof Error ? error.stack : String(error)}`)
  } finally {
    isOver = true
    onReply(null)
    for (const side of tills) side.till.kill()
    for (const each of computers) await each.kill()
    await hub.close()
    performance.now = now
  }
  for (const side of tills) outcome.faults += side.network.met
  for (const count of network.counts.values()) outcome.faults += count
  outcome.trace = (trace >>> 0).toString(16)
  return outcome
}
