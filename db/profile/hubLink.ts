/** The link to a branch hub. The trail of its beginning and its end is the audit trail's. */
import type { Selectable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { forgetUntoldStock } from './hubLevels.ts'
import { type ProfileSchema, profile } from './schema.ts'
import { readSetting, writeSetting } from './settings.ts'
import { beginShares, endShares, hubShares, updateShares } from './shared.ts'

type Table = ProfileSchema['hub_link']
export type HubLinkRow = Selectable<Table>

const linkQuery = prepare(() => profile.selectFrom('hub_link').selectAll())
/** undefined: the till works alone. */
export const hubLinkRow = (db: Pick<Db, 'first'>): HubLinkRow | undefined => db.first(linkQuery({}))

/** True if the signer of the branch talks to the authority for this till, or will once the hub has answered. */
export const isSignedByHub = (db: Pick<Db, 'first'>): boolean => {
  const link = hubLinkRow(db)
  return link?.signs === 1 || typeof link?.closed_at_seq === 'number'
}

export const updateHubLink = (db: Db, change: Partial<Omit<HubLinkRow, 'id'>>): void => {
  db.run(profile.updateTable('hub_link').set(change))
}

/**
 * Another computer is the hub since this epoch, and may lack what the one before was told. So its feed is read from the
 * start, and things that are not in it are told again.
 */
export const hubMoved = (db: Db, { epoch, computer }: { epoch: number; computer: string | null }): void =>
  db.transaction(() => {
    const before_seq = hubLinkRow(db)?.offered_seq ?? 0
    updateHubLink(db, { epoch, epoch_by: computer, before_seq, place: null })
    updateShares(db, { reading: (hubShares(db)?.reading ?? 0) + 1 })
  })

export type NewLink = Pick<
  HubLinkRow,
  'hub' | 'pin' | 'addresses' | 'origin' | 'name' | 'branch' | 'public_key' | 'paired_at'
>

const earlierPairing = 'hubPairing'
/** Returns the last pairing as {@link linkTill} wrote it, or the fork that {@link unlinkTill} kept. It outlives the link. */
export const lastPairing = (db: Db): unknown => readSetting(db, earlierPairing)

type Forked = Pick<HubLinkRow, 'hub' | 'forked_at'>
/** Returns the fork that the till found, with its hub. It outlives the link, too. */
export const lastFork = (db: Db): Partial<Forked> | undefined =>
  hubLinkRow(db) ?? (lastPairing(db) as Partial<Forked> | undefined)

/** A fork of before stays known as long as the till is the same one at the hub. */
const keepPairing = (db: Db, { hub, origin }: NewLink, forked: string | null): void => {
  const last = lastPairing(db) as { origin?: string } | undefined
  if (last?.origin === origin) return
  const { origin: parent, ...place } = JSON.parse(forked ?? '{}') as { origin?: string }
  writeSetting(db, earlierPairing, { hub, origin, forkedAt: parent ? { origin: parent, place } : null })
}

/**
 * Links the till, or links it again. A hub that the till knows already continues from where it was, as far as it is the
 * same trail. `shared`: of the taxpayer and its branch.
 */
export const linkTill = (db: Db, link: NewLink, shared: string, who: string): void =>
  db.transaction(() => {
    const before = hubLinkRow(db)
    const goesOn = before?.hub === link.hub && before.origin === link.origin
    const fork = lastFork(db)
    const forked = (fork?.hub === link.hub && fork.forked_at) || null
    keepPairing(db, link, forked)
    // A till that is linked again does not leave any more.
    if (goesOn) updateHubLink(db, { ...link, leaves_at_seq: null })
    else {
      if (before) db.run(profile.deleteFrom('hub_link'))
      if (before && before.hub !== link.hub) endShares(db)
      // What was left to the signer of the hub before is left to that of this one.
      const { signs = 0, closed_at_seq = null, offered_seq = 0 } = before ?? {}
      // The same hub knows itself what it had of this trail.
      const before_seq = before?.hub === link.hub ? 0 : offered_seq
      const known = { signs, closed_at_seq, offered_seq, before_seq }
      db.run(profile.insertInto('hub_link').values({ id: 1, ...link, ...known }))
      if (forked) forgetUntoldStock(db, (JSON.parse(forked) as { seq: number }).seq)
    }
    if (!hubShares(db)) beginShares(db, shared)
    const { hub, origin, name } = link
    audit(db, {
      at: link.paired_at,
      kind: 'hubPaired',
      subject: name,
      row_id: null,
      who,
      content: JSON.stringify({ hub, origin }),
    })
  })

/** Ends the link. The till keeps what it has. */
export const unlinkTill = (db: Db, at: number, who: string): void =>
  db.transaction(() => {
    const link = hubLinkRow(db)
    if (!link) return
    const { hub, origin, name, forked_at } = link
    // Paired again as the same till, it and its copy would throw each other out.
    if (forked_at) writeSetting(db, earlierPairing, { hub, forked_at } satisfies Forked)
    const content = JSON.stringify({ hub, origin })
    audit(db, { at, kind: 'hubLeft', subject: name, row_id: null, who, content })
    endShares(db)
    db.run(profile.deleteFrom('hub_link'))
  })
