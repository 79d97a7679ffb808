/**
 * Three tills, their branch hub and its signer by seed, in simulated time. Operations, links, hub, signer, queue and all
 * databases are real; the authority is the model. Requests do not arrive, are answered in vain or come twice. Processes die
 * between any two replies of PostgreSQL. Hubs are put back from copies, signers taken over with the old one alive, tills put
 * back or cloned.
 */
import { join } from 'node:path'
import { secretName } from '../../../core/profile/secretNames.ts'
import { activeDevices } from '../../../db/hub/devices.ts'
import { tillByUid } from '../../../db/hub/door.ts'
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
import { checkRest, countedAsSent } from './rules.ts'
import { finish, onReply, settle } from './settle.ts'
import { createSignerSide, type SignerSide } from './signerSide.ts'
import { openTillSide, type TillSide, uuidOf } from './tillSide.ts'

export interface HubWorld {
  server: Server
  template: string
  /** An empty profile's database. */
  empty: Buffer
  folder: string
  seed: number
  steps: number
  narrate?(line: string): void
}

export interface HubOutcome {
  documents: number
  faults: number
  kills: number
  rewinds: number
  takeOvers: number
  /** The same for the same seed. */
  trace: string
  broken: string[]
}

const tillCount = 3
const begun = 5
/** Milliseconds of the world in which everything must be at rest once faults end. */
const drainMs = 1_500_000
const mostLostHubs = 3
const signers = ['A', 'B', 'C'] as const

type Trouble =
  | 'killTill'
  | 'killHub'
  | 'hubAway'
  | 'tillAway'
  | 'look'
  | 'copyHub'
  | 'putHubBack'
  | 'loseHub'
  | 'takeOver'
  | 'killSigner'
  | 'deafSigner'
  | 'outage'
  | 'disk'
  | 'copyTill'
  | 'putTillBack'
  | 'cloneTill'
  | 'pairAnew'

const shares: Record<PersonAct | Trouble, number> = {
  ...{
    sell: 40,
    credit: 5,
    stockUp: 6,
    makeItem: 2,
    setPrice: 5,
    setLetter: 0,
    resend: 4,
    park: 4,
    resume: 4,
  },
  ...{ killTill: 3, killHub: 4, hubAway: 1, tillAway: 2, look: 2, copyHub: 2, putHubBack: 1, loseHub: 0 },
  ...{ takeOver: 1, killSigner: 2, deafSigner: 1, outage: 1, disk: 3 },
  ...{ copyTill: 1, putTillBack: 1, cloneTill: 2, pairAnew: 3 },
}
type Shares = Partial<typeof shares>
const choicesOf = (of: Shares) =>
  Object.entries(of).flatMap(([name, count]) => Array<keyof Shares>(count).fill(name as keyof Shares))
const choices = choicesOf(shares)
/** What happens more often in a fifth of the worlds each, or a tenth, by the last digit of the seed. */
const themes: Record<number, (keyof Shares)[]> = {
  /** Processes die. */
  0: choicesOf({ ...shares, killTill: 12, killHub: 8, killSigner: 8 }),
  /**
   * Tax letters change. Nothing is put back there: a till that lost what it sold under the old letter would send it late.
   */
  2: choicesOf({ ...shares, setLetter: 6, putHubBack: 0, putTillBack: 0, cloneTill: 0 }),
  /** The hub is put back. */
  3: choicesOf({ ...shares, copyHub: 4, putHubBack: 4, sell: 50 }),
  /**
   * The hub's computer is lost, and the deputy takes over, with the last copy or without any. The hub of the next epoch has
   * what the tills have now, so nothing is put back or paired anew.
   */
  6: choicesOf({
    ...shares,
    loseHub: 2,
    copyHub: 4,
    hubAway: 0,
    putHubBack: 0,
    putTillBack: 0,
    cloneTill: 0,
  }),
  /** Signers take the seat from one another. */
  4: choicesOf({ ...shares, takeOver: 5, killSigner: 4, deafSigner: 3, makeItem: 4 }),
}

const hash = (text: string): number =>
  [...text].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 17)

export const runHubWorld = async (world: HubWorld): Promise<HubOutcome> => {
  const { server, template, empty, seed, steps } = world
  const chance = (name: string): Random => createRandom(Math.imul(seed, 0x9e3779b1) ^ hash(name))
  const random = chance('world')
  const meeting = chance('meeting')
  const changesLetters = seed % 5 === 2
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
        acts.push(() => startSigner(computers[0]))
      },
      wake: () => {
        for (const each of computers) each.signer()?.wake()
      },
      isLost: () => computers[0]?.signer()?.isLost() ?? false,
      signer: () => computers[0]?.signer(),
    },
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
    }
    const side = await openTillSide({ ...common, name, ...(copyOf ? { copyOf } : {}) })
    tills.push(side)
    return side
  }
  const people = createPeople({
    ...{ random: chance('people'), meeting, time, tills, mark, broken, narrate },
    over: () => isOver,
  })

  /** The hub's process dies after so many replies of PostgreSQL to its tills' requests, or to its signer. */
  let fuse = 0
  let fuseOf: 'hub' | 'signer' = 'hub'
  let isDue = false
  onReply((of) => {
    if (fuse === 0 || !of.startsWith(fuseOf)) return false
    fuse -= 1
    isDue = fuse === 0
    return isDue
  })
  /** A hub that took over signs once a till has left its documents to it. */
  const startSigner = async (computer: SignerSide | undefined): Promise<void> => {
    if (hub.running() && (await finish(activeDevices(hub.db()))).length > 0) await computer?.start()
  }
  const startHub = async (): Promise<void> => {
    if (hub.running()) return
    narrate?.('the hub starts')
    await hub.start()
    await startSigner(computers[0])
  }
  const killHub = async (ms: number, before?: () => Promise<void>): Promise<void> => {
    outcome.kills += 1
    narrate?.('the hub dies')
    await hub.kill()
    await computers[0]?.kill()
    await before?.()
    time.after(ms, () => {
      acts.push(startHub)
    })
  }
  /** What must happen between two moments of the world. */
  const acts: (() => Promise<unknown>)[] = []
  const killTill = (side: TillSide, ms: number): void => {
    if (!side.till.running()) return
    outcome.kills += 1
    narrate?.(`${side.name} dies`)
    side.till.kill()
    time.after(ms, () => {
      acts.push(async () => {
        if (!side.till.running()) await open(side)
      })
    })
  }
  /** The process in that folder dies after some more of its commits: whatever it does then is not stored. */
  const cut = (folder: string, die: () => unknown): void => {
    disk.ending ??= {
      folder,
      commits: meeting.between(1, 12),
      ended: () => {
        acts.push(async () => {
          await die()
          disk.ending = null
        })
      },
    }
  }
  const open = async (side: TillSide): Promise<void> => {
    narrate?.(`${side.name} starts`)
    try {
      await side.open()
    } catch (error) {
      if (disk.chance === 0 && disk.ending === null) throw error
      side.till.kill()
      time.after(2_000, () => {
        acts.push(() => open(side))
      })
    }
  }
  const isKnown = async (side: TillSide): Promise<boolean> => {
    const till = await finish(tillByUid(hub.db(), side.origin()))
    return till !== undefined && till.revoked_at === null
  }
  /** An owner sees what the till says, and pairs it anew. */
  const pairAnew = async (side: TillSide): Promise<void> => {
    if (!side.till.running() || !hub.running()) return
    if ((await isKnown(side)) && !side.isForked()) return
    disk.ending = null
    side.till.kill()
    await side.join()
    await open(side)
    const [link] = side.till.read<{ name: string }>('select name from hub_link')
    narrate?.(`${side.name} is paired anew, as ${link?.name}`)
    void side.till.ask('owner', 'settings.save', { tillName: link?.name ?? '' })
  }
  const makeDeaf = (signer: SignerSide | undefined): void => {
    if (!signer?.running()) return
    narrate?.('a signer cannot hear the hub')
    signer.deaf(true)
    time.after(random.between(2_000, 300_000), () => signer.deaf(false))
  }
  let lostHubs = 0
  const copies = new Map<TillSide, { copy: Buffer; kept: number }>()
  const mayClone = (side: TillSide): boolean =>
    seed % 4 === 1 && tills.length === tillCount && side.till.running()
  const clone = async (side: TillSide): Promise<void> => {
    narrate?.(`${side.name} is cloned`)
    const copied = await addTill(`${side.name}-clone`, {
      copy: side.till.copy(),
      secrets: new Map(side.machine.secrets),
      app: side.till.profile.row.id,
    })
    copied.network.faults = true
    await open(copied)
    // What both have ends at the authority once the copy is another till.
    trouble.outage(side)
  }
  const trouble: Record<Trouble, (side: TillSide) => unknown> = {
    killTill: (side) => {
      const ms = random.between(100, 20_000)
      if (meeting.chance(0.5)) cut(side.machine.folder, () => killTill(side, ms))
      else killTill(side, ms)
    },
    killHub: () => {
      fuseOf = random.pick(['hub', 'signer'] as const)
      fuse = random.between(1, 40)
    },
    hubAway: () => hub.running() && killHub(random.between(30_000, 600_000)),
    tillAway: (side) => {
      narrate?.(`${side.name} is out of reach`)
      side.network.down = true
      time.after(random.between(5_000, 900_000), () => {
        side.network.down = false
      })
    },
    look: () => hub.running() && hub.look(),
    copyHub: () => hub.running() && hub.copy(),
    putHubBack: async (side) => {
      if (!hub.running()) return
      // It hears of the put-back later than the others.
      if (meeting.chance(0.5)) trouble.tillAway(side)
      await killHub(random.between(100, 20_000), async () => {
        if (!(await hub.putBack())) return
        narrate?.('the hub is put back from a copy')
        people.forgetTakers()
        outcome.rewinds += 1
      })
    },
    loseHub: async (side) => {
      if (lostHubs === mostLostHubs || !hub.running() || !(await isKnown(side))) return
      lostHubs += 1
      const hasCopy = meeting.chance(0.5)
      await killHub(random.between(100, 40_000), async () => {
        for (const each of computers) await each.kill()
        await hub.takeOver(side.origin(), hasCopy)
        narrate?.(`the hub's computer is lost, and that of ${side.name} takes over`)
        people.forgetTakers()
        outcome.takeOvers += 1
      })
    },
    takeOver: async () => {
      const other = computers[random.between(1, 2)]
      if (!other || other.running() || !hub.running()) return
      narrate?.('another computer takes the seat of the signer')
      outcome.takeOvers += 1
      // The one before may not hear of it, and still sends.
      if (meeting.chance(0.5)) makeDeaf(signing())
      await startSigner(other)
    },
    killSigner: async () => {
      const other = random.pick(computers)
      if (!other.running()) return
      const die = async () => {
        if (!other.running()) return
        outcome.kills += 1
        narrate?.('a signer dies')
        await other.kill()
        if (other === computers[0]) time.after(2_000, () => acts.push(() => startSigner(other)))
      }
      if (meeting.chance(0.5)) cut(other.folder(), die)
      else await die()
    },
    deafSigner: () => makeDeaf(random.pick(computers)),
    outage: () => {
      narrate?.('the authority is out of reach')
      network.down = true
      time.after(random.between(1_000, 1_200_000), () => {
        network.down = false
      })
    },
    disk: () => {
      narrate?.('disks fail now and then')
      disk.chance = 0.1
      time.after(random.between(100, 5_000), () => {
        disk.chance = 0
      })
    },
    copyTill: (side) => {
      if (side.till.running() && seed % 3 === 0)
        copies.set(side, { copy: side.till.copy(), kept: side.kept.length })
    },
    putTillBack: async (side) => {
      const copied = copies.get(side)
      if (!copied || !side.till.running()) return
      copies.delete(side)
      narrate?.(`${side.name} is put back from a copy`)
      outcome.rewinds += 1
      const sent = new Set(
        (await finish(hub.db().selectFrom('invoice').select('number').execute())).map(({ number }) => number),
      )
      side.till.kill()
      // The computer was replaced, and its journal is gone. What the hub never had is lost with it.
      side.till.putBack(copied.copy)
      side.kept.splice(
        0,
        side.kept.length,
        ...side.kept.filter((number, at) => at < copied.kept || sent.has(number)),
      )
      await open(side)
    },
    pairAnew: async () => {
      for (const side of tills) await pairAnew(side)
    },
    cloneTill: async (side) => {
      if (!mayClone(side)) return
      // What the copy has, and the hub has not, the first till may tell.
      if (!meeting.chance(0.5)) return clone(side)
      trouble.tillAway(side)
      time.after(meeting.between(20_000, 120_000), () => acts.push(async () => mayClone(side) && clone(side)))
    },
  }

  /** Lets the next thing happen. */
  const step = async (): Promise<boolean> => {
    if (!time.advance()) return false
    await settle()
    if (isDue) {
      isDue = false
      if (hub.running()) await killHub(random.between(100, 20_000))
    }
    for (let act = acts.shift(); act; act = acts.shift()) await act()
    mark(Math.round(time.elapsed()))
    return outcome.broken.length === 0
  }
  const judged = () => ({ hub: hub.db(), tills, authority })
  const happen = async (): Promise<void> => {
    const side = random.pick(tills)
    const chosen = random.pick(themes[seed % 10] ?? themes[seed % 5] ?? choices)
    if (!(chosen in people)) await trouble[chosen as Trouble](side)
    else if (side.till.running()) people[chosen as PersonAct](side)
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
        await pairAnew(side)
        if (side.till.running()) people.resend(side)
      }
      if (!signing() && hub.running()) {
        await computers[0]?.stop()
        await startSigner(computers[0])
      }
      if (await isAtRest(resting)) return
    }
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
          told: () => hub.running() && hub.woken(),
        }),
      )
    for (let n = 1; n <= tillCount; n += 1) {
      const side = await addTill(`T${n}`)
      // It was a till of its own before.
      await open(side)
      side.till.kill()
      await side.join()
    }
    await handDevice(hub, { branch, row: profile.row, serial: unit.serial, now: time.now() })
    await computers[0]?.start()
    for (const side of tills) {
      await open(side)
      void side.till.ask('owner', 'settings.save', { tillName: side.name, blockBelowStock: false })
    }
    for (let item = 0; item < begun; item += 1) people.makeItem(random.pick(tills))
    await hub.copy()
    const ready = time.elapsed() + 60_000
    while (time.elapsed() < ready && (await step()));
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
    fuse = 0
    network.faults = false
    network.down = false
    disk.chance = 0
    disk.ending = null
    for (const side of tills) {
      side.network.faults = false
      side.network.down = false
    }
    for (const each of computers) each.deaf(false)
    await drain()
    isOver = true
    const db = signing()?.db()
    if (outcome.broken.length === 0 && db) {
      // Tills read to the end.
      const read = time.elapsed() + 60_000
      while (time.elapsed() < read && (await step()));
      for (const rule of await finish(
        checkRest({ ...judged(), counted: lostHubs > 0 ? countedAsSent(db) : [] }, db),
      ))
        broken(rule)
    }
    for (const rule of authority.violations) broken(`I2 the authority says: ${rule}`)
    outcome.documents = authority.sales.length
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
