/** What goes wrong in a world: processes die, computers are lost, put back or cloned, and nothing is in reach. */
import { activeDevices } from '../../../db/hub/devices.ts'
import { tillByUid } from '../../../db/hub/door.ts'
import { type Disk, isOfTheDisk } from '../disk.ts'
import type { Network } from '../network.ts'
import type { Random } from '../random.ts'
import type { Time } from '../time.ts'
import type { HubSide } from './hubSide.ts'
import type { createPeople } from './people.ts'
import { finish, onReply } from './settle.ts'
import type { SignerSide } from './signerSide.ts'
import type { Trouble } from './themes.ts'
import type { TillSide } from './tillSide.ts'

export interface Troubled {
  seed: number
  /** Without the copies. */
  tillCount: number
  random: Random
  meeting: Random
  time: Time
  disk: Disk
  network: Network
  hub: HubSide
  computers: readonly SignerSide[]
  /** Of the signers that work: the one with the seat. */
  signing(): SignerSide | undefined
  tills: readonly TillSide[]
  /** Adds the copy of a till. */
  addClone(of: TillSide): Promise<TillSide>
  people: ReturnType<typeof createPeople>
  counts: { kills: number; rewinds: number; takeOvers: number }
  narrate?: ((line: string) => void) | undefined
}

const mostLostHubs = 3

/** `act`: something that must happen between two moments of the world. */
export const createTroubles = (world: Troubled, act: (happen: () => Promise<unknown>) => void) => {
  const {
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
    counts,
    narrate,
  } = world
  /** The hub's process dies after so many replies of PostgreSQL to its tills' requests, or to its signer. */
  let fuse = 0
  let fuseOf: 'hub' | 'signer' = 'hub'
  let isDue = false
  /** In some worlds PostgreSQL dies alone in every second case, and is back at once. */
  const hasServerDie = seed % 7 === 3
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
    counts.kills += 1
    narrate?.('the hub dies')
    await hub.kill()
    await computers[0]?.kill()
    await before?.()
    time.after(ms, () => {
      act(startHub)
    })
  }
  const killTill = (side: TillSide, ms: number): void => {
    if (!side.till.running()) return
    counts.kills += 1
    narrate?.(`${side.name} dies`)
    side.till.kill()
    time.after(ms, () => {
      act(async () => {
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
        act(async () => {
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
        act(() => open(side))
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
    try {
      await side.join()
    } catch (error) {
      // The hub has let it in, and the till could not store that. The owner tries again.
      if (!isOfTheDisk(String(error))) throw error
      return open(side)
    }
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
  /** Also in every second world of lost hubs. */
  const hasClones = seed % 4 === 1 || seed % 20 === 16
  const mayClone = (side: TillSide): boolean => hasClones && tills.length === tillCount && side.till.running()
  const clone = async (side: TillSide): Promise<void> => {
    narrate?.(`${side.name} is cloned`)
    const copied = await world.addClone(side)
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
        counts.rewinds += 1
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
        counts.takeOvers += 1
      })
    },
    takeOver: async () => {
      const other = computers[random.between(1, 2)]
      if (!other || other.running() || !hub.running()) return
      narrate?.('another computer takes the seat of the signer')
      counts.takeOvers += 1
      // The one before may not hear of it, and still sends.
      if (meeting.chance(0.5)) makeDeaf(signing())
      await startSigner(other)
    },
    killSigner: async () => {
      const other = random.pick(computers)
      if (!other.running()) return
      const die = async () => {
        if (!other.running()) return
        counts.kills += 1
        narrate?.('a signer dies')
        await other.kill()
        if (other === computers[0]) time.after(2_000, () => act(() => startSigner(other)))
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
      counts.rewinds += 1
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
      time.after(meeting.between(20_000, 120_000), () => act(async () => mayClone(side) && clone(side)))
    },
  }
  return {
    trouble,
    startSigner,
    open,
    pairAnew,
    /** The hub, or PostgreSQL, dies if that was due after the last reply. */
    killDue: async (): Promise<void> => {
      if (!isDue) return
      isDue = false
      if (!hub.running()) return
      if (!hasServerDie || meeting.chance(0.5)) return killHub(random.between(100, 20_000))
      counts.kills += 1
      narrate?.('PostgreSQL dies and is back')
      await hub.disconnect()
    },
    /** Nothing goes wrong any more. */
    end: (): void => {
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
    },
  }
}
