/** When a world is at rest, and what keeps it from that. */
import type { ModelAuthority } from '../authority.ts'
import type { Network } from '../network.ts'
import type { HubSide } from './hubSide.ts'
import { checkTrails } from './rules.ts'
import { finish } from './settle.ts'
import type { SignerSide } from './signerSide.ts'
import type { TillSide } from './tillSide.ts'

export interface Resting {
  hub: HubSide
  tills: readonly TillSide[]
  authority: ModelAuthority
  network: Network
  /** Of the signers that work: the one with the seat. */
  signing(): SignerSide | undefined
}

const untold = ({ hub, tills, authority }: Resting): Promise<string[]> =>
  finish(checkTrails({ hub: hub.db(), tills, authority }, true))

export const isAtRest = async (world: Resting): Promise<boolean> => {
  const { hub, tills, network, signing } = world
  const db = signing()?.db()
  if (!db || network.pending() > 0 || !hub.running()) return false
  const owed = "select 1 from submission where state in ('queued', 'sending', 'unknown', 'refused') limit 1"
  const wishes = 'select 1 from wish where outcome is null limit 1'
  for (const side of tills) {
    if (!side.till.running() || side.asking > 0 || side.isForked()) return false
    if (side.till.read(owed).length + side.till.read(wishes).length > 0) return false
  }
  const told = 'select 1 from outcome_due limit 1'
  if (db.raw.prepare(owed).all().length + db.raw.prepare(told).all().length > 0) return false
  return (await untold(world)).length === 0
}

export const whatWaits = async (world: Resting): Promise<string> => {
  const { tills, signing } = world
  const open = "from submission where state not in ('accepted', 'withdrawn') limit 3"
  const waiting = tills.map(({ name, till, isForked }) =>
    till.running()
      ? `${name} ${isForked() ? 'forked ' : ''}${JSON.stringify(till.read(`select title, kind, state, last_text ${open}`))}`
      : `${name} is off`,
  )
  const wishes = tills.flatMap(({ name, till, asking }) => {
    const asked = till.running() ? till.read('select * from wish where outcome is null limit 2') : []
    return asked.length + asking > 0 ? [`${name} ${asking} ${JSON.stringify(asked)}`] : []
  })
  const read = (query: string) => JSON.stringify(signing()?.db().raw.prepare(query).all())
  const there = `signer ${read(`select title, kind, state, last_text, blockers ${open}`)} ${read('select * from taken_later limit 3')}`
  return `${[...waiting, ...wishes].join('; ')}; ${there}; ${(await untold(world)).join()}`
}
