/** The profile's side of its link to a branch hub (`core/link`). Without a hub none of it is loaded. */
import type { Db } from '../../db/engine/sqlite.ts'
import { hubLinkRow, updateHubLink } from '../../db/profile/hubLink.ts'
import type { SharedKind } from '../../db/profile/schema.ts'
import type { Ports } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { Delegate } from '../link/delegate.ts'
import type { LinkTiming } from '../link/link.ts'
import { createLinkSwitch, type LinkSwitch } from '../link/linkSwitch.ts'
import type { SharedPeople, Sharing } from '../link/sharing.ts'
import type { Submitter } from '../queue/submitter.ts'

export interface OpenLinkOptions {
  appId: string
  db: Db
  ports: Pick<Ports, 'clock' | 'ids' | 'log' | 'secrets'>
  people: SharedPeople | null
  /** The queue; a delegate, if the hub's signer signs for this till. */
  submitter: Submitter
  /** Settings came from the hub. */
  reread(): void
  emit(event: OwnEvent): void
  timing?: Partial<LinkTiming> | undefined
}

/** The installation itself says that a person changed. */
const events: Record<Exclude<SharedKind, 'person'>, (keys: string[]) => OwnEvent> = {
  item: (keys) => ({ type: 'item.changed', itemIds: keys.map(Number) }),
  customer: () => ({ type: 'customer.changed' }),
  setting: () => ({ type: 'settings.changed' }),
}

export const openLink = (options: OpenLinkOptions): LinkSwitch => {
  const { appId, db, ports, people, submitter, reread, emit, timing } = options
  const { clock, ids, log, secrets } = ports
  let isStopped = false
  const delegate = 'linked' in submitter ? (submitter as Delegate) : null
  const settled = (ids: number[], happened: OwnEvent[]): void => {
    for (const event of happened) emit(event)
    delegate?.settled(ids)
  }
  const sharing: Sharing = {
    db,
    ids,
    log,
    now: () => clock.now(),
    registers: () => hubLinkRow(db)?.signs !== 1,
    people,
    changed: (kind, keys) => {
      if (kind === 'setting') reread()
      if (kind !== 'person') emit(events[kind](keys))
    },
  }
  const link = createLinkSwitch({
    db,
    appId,
    secrets,
    clock,
    ids,
    log,
    prepare: async () => {
      const { makeWishes } = await import('../link/wishes.ts')
      await makeWishes(sharing, () => isStopped)
    },
    apply: async (page) => {
      const { applyPage } = await import('../link/applyFeed.ts')
      const keepPlace = (place: string) => updateHubLink(db, { place })
      await applyPage({ ...sharing, keepPlace, settled, stopped: () => isStopped }, page)
    },
    greeted: () => undefined,
    changed: () => {
      emit({ type: 'hub.changed' })
      if (!isUp()) delegate?.silent()
    },
    ...(timing ? { timing } : {}),
  })
  const isUp = (): boolean => link.state().link?.problem === null
  delegate?.linked({ isUp, hurry: link.tryNow })
  return {
    ...link,
    stop: () => {
      isStopped = true
      return link.stop()
    },
  }
}
