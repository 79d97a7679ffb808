/** A till of a world: the real operations, delegate and link on a database that outlives its processes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceUnit } from '../../../core/contract/hub/device.ts'
import { makeTillKey, publicOf } from '../../../core/link/identity.ts'
import { knownBy } from '../../../core/link/pairing.ts'
import { secretName } from '../../../core/profile/secretNames.ts'
import { type OpenDb, openDb } from '../../../db/engine/sqlite.ts'
import { hubLinkRow, linkTill, updateHubLink } from '../../../db/profile/hubLink.ts'
import { device, storeDevice } from '../../../db/profile/reference.ts'
import type { ModelAuthority } from '../authority.ts'
import type { Disk } from '../disk.ts'
import { createNetwork } from '../network.ts'
import type { SimulatedProfile } from '../profiles.ts'
import type { Random } from '../random.ts'
import { createTill, layOut, type Machine, type Till } from '../till.ts'
import type { Time } from '../time.ts'
import { createHubNetwork, type HubNetwork } from './hubNetwork.ts'
import type { HubSide } from './hubSide.ts'
import { finish } from './settle.ts'

export interface Goods {
  id: number
  name: string
  price: number
  tax_type: string
}

export interface TillSide {
  readonly name: string
  readonly till: Till
  readonly machine: Machine
  readonly network: HubNetwork
  /** Numbers that it acknowledged, in order. */
  readonly kept: string[]
  /** Sales that were being rung up. A person asks again until there is an answer. */
  asking: number
  goods(): Goods[]
  /**
   * While it is off: makes it a till of the hub, or another one after a fork. `signs`: false: it leaves its documents to the
   * signer by itself.
   */
  join(signs?: boolean): Promise<void>
  /** True: it must be paired anew, as its trail and the hub's parted, or the hub does not know it. */
  isForked(): boolean
  head(): { seq: number; hash: string }
  /** The till at the hub. */
  origin(): string
  open(): Promise<void>
}

export interface TillSideOptions {
  name: string
  folder: string
  time: Time
  disk: Disk
  profile: SimulatedProfile
  authority: ModelAuthority
  hub: HubSide
  hubId: string
  unit: DeviceUnit
  empty: Buffer
  chance(name: string): Random
  broken(rule: string): void
  /** It asks the authority for invoices of suppliers. */
  asksAuthority: boolean
  /** It is a copy of this till's folder. */
  copyOf?: { copy: Buffer; secrets: ReadonlyMap<string, string> }
}

export const openTillSide = async (options: TillSideOptions): Promise<TillSide> => {
  const { name, folder, time, disk, profile, authority, hub, unit, chance, copyOf } = options
  const broken = (rule: string) => options.broken(`${name}: ${rule}`)
  const machine: Machine = {
    folder: join(folder, name),
    ...{ time, disk, random: chance(`ids ${name}`), secrets: new Map(copyOf?.secrets) },
    ...{ skewMs: 0, started: { times: 1, at: 0 }, doubtMs: 0, slowSync: false },
  }
  if (options.asksAuthority) machine.secrets.set(secretName.cmcKey(profile.row.id), profile.deviceKey)
  const file = join(machine.folder, 'apps', profile.row.id, 'till.db')
  layOut(machine.folder, [profile], options.empty)
  if (copyOf) writeFileSync(file, copyOf.copy)
  const closed = <T>(work: (db: OpenDb) => T): T => {
    const db = openDb(file)
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  let origin = closed((db) => hubLinkRow(db)?.origin ?? '')
  const network = createHubNetwork({ time, random: chance(`hub ${name}`), hub, origin: () => origin })
  const till = createTill({
    ...{ machine, profile, broken, connectHub: network.connect },
    network: createNetwork({ time, random: chance(`authority ${name}`), authority, profile, broken }),
  })
  return {
    ...{ name, till, machine, network, kept: [], asking: 0 },
    goods: () =>
      till.read<Goods>(
        `select id, name, price, tax_type from item
           where active = 1 and (uid is not null or not exists (select 1 from hub_link)) order by uid, id`,
      ),
    join: async (signs = true) => {
      const { row } = profile
      const before = closed(hubLinkRow)
      const { earlier, forkedAt } = closed(knownBy)
      const fork = forkedAt ?? earlier?.forkedAt
      const secrets = {
        get: async (key: string) => machine.secrets.get(key) ?? null,
        set: async (key: string, value: string) => void machine.secrets.set(key, value),
      }
      const publicKey = publicOf(await makeTillKey(secrets, row.id))
      const paired = await hub.admit({
        ...{ uid: uuidOf(machine.random), app: row.id, publicKey },
        ...{
          name: before?.name ?? name,
          taxpayerPin: row.taxpayer_pin,
          branch: row.branch_id,
          earlier: earlier?.origin ?? null,
          forkedAt: fork ? { origin: fork.origin, ...fork.place } : null,
        },
      })
      closed((db) => {
        const { origin: uid, name: called } = paired
        const link = { hub: options.hubId, pin: 'pin', addresses: '["hub"]', origin: uid, name: called }
        linkTill(
          db,
          { ...link, branch: row.branch_id, public_key: publicKey, paired_at: time.now() },
          `${row.taxpayer_pin}/${row.branch_id}`,
          'Owner',
        )
        if (before || !signs) return
        updateHubLink(db, { signs: 1, closed_at_seq: 0 })
        if (!device(db)) storeDevice(db, unit)
      })
      origin = paired.origin
    },
    isForked: () =>
      till.read<{ forked: string | null }>('select forked_at as forked from hub_link')[0]?.forked != null,
    head: () => {
      const [row] = till.read<{ seq: number; hash: string }>(
        'select seq, hash from audit order by seq desc limit 1',
      )
      return row ?? { seq: 0, hash: '' }
    },
    origin: () => origin,
    open: () => finish(till.open()),
  }
}

export const uuidOf = (random: Random): string => {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => random.between(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}
