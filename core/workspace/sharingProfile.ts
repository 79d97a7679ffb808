/**
 * Which profile shares the installation's people with its hub: one at a time. Production comes before Sandbox, and where
 * there is Production, Sandbox never does: the manager of a Sandbox hub would decide who may enter Production.
 */
import type { Db } from '../../db/engine/sqlite.ts'
import { type HubLinkRow, hubLinkRow } from '../../db/profile/hubLink.ts'
import { profiles as profileRows, setWorkspaceSetting, workspaceSetting } from '../../db/workspace/queries.ts'
import type { Profile } from '../profile/profile.ts'

const kept = 'peopleSharedBy'

export interface SharingProfile {
  /** undefined: none does. */
  profile(): Profile | undefined
  link(): HubLinkRow | undefined
}

/** `open`: the open profiles, by id. */
export const createSharingProfile = (db: Db, open: ReadonlyMap<string, Profile>): SharingProfile => {
  const linkOf = (profile: Profile): HubLinkRow | undefined => hubLinkRow(profile.db)
  const choose = (): Profile | undefined => {
    const rows = profileRows(db)
    const hasProduction = rows.some(({ environment }) => environment === 'production')
    const mayShare = rows.filter(({ environment }) => environment === 'production' || !hasProduction)
    const before = mayShare.find(({ id }) => id === workspaceSetting(db, kept))
    const profile = before && open.get(before.id)
    // One that is closed for a moment shares them again afterwards, so no other one may begin.
    if (before && (!profile || linkOf(profile))) return profile
    const next = mayShare.flatMap(({ id }) => open.get(id) ?? []).find(linkOf)
    if (next) setWorkspaceSetting(db, kept, next.id)
    return next
  }
  return {
    profile: choose,
    link: () => {
      const profile = choose()
      return profile && linkOf(profile)
    },
  }
}
