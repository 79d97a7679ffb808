import type { Db } from '../../db/engine/sqlite.ts'
import { hubLinkRow, updateHubLink } from '../../db/profile/hubLink.ts'
import type { LinkSwitch } from './linkSwitch.ts'

/** Addresses that a till keeps of its hub. */
const most = 5

/** From now on the till asks for its hub there first. `address`: with its port. */
export const moveHub = async (
  { db, link }: { db: Db; link: Pick<LinkSwitch, 'change'> },
  address: string,
): Promise<void> => {
  const known = JSON.parse(hubLinkRow(db)?.addresses ?? '[]') as string[]
  const addresses = JSON.stringify([address, ...known.filter((each) => each !== address)].slice(0, most))
  await link.change(() => updateHubLink(db, { addresses }))
}

/** The hub with that key works on this computer: a till that is linked to it asks for it here. */
export const hubIsHere = async (
  profile: { db: Db; link: Pick<LinkSwitch, 'change'> },
  { pin, address }: { pin: string; address: string },
): Promise<void> => {
  const link = hubLinkRow(profile.db)
  if (link?.pin !== pin || (JSON.parse(link.addresses) as string[])[0] === address) return
  await moveHub(profile, address)
}
