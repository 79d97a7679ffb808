/** The profile's side of its link to a branch hub (`core/link`). Without a hub none of it is loaded. */
import type { Db } from '../../db/engine/sqlite.ts'
import { isSignedByHub, updateHubLink } from '../../db/profile/hubLink.ts'
import type { SharedKind } from '../../db/profile/schema.ts'
import type { Ports } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { HandedDevice } from '../contract/hub/device.ts'
import { peppers as givenPeppers } from '../contract/hub/wire.ts'
import { createHandOver } from '../link/handOver.ts'
import type { LinkOptions, LinkTiming } from '../link/link.ts'
import { createLinkSwitch, type LinkSwitch } from '../link/linkSwitch.ts'
import type { SharedPeople, Sharing } from '../link/sharing.ts'
import type { Sending } from './sending.ts'

export interface OpenLinkOptions {
  appId: string
  db: Db
  ports: Pick<Ports, 'clock' | 'ids' | 'log' | 'secrets'>
  /** null: another profile shares them, or none does. */
  people(): SharedPeople | null
  /** The queue; a delegate, while the hub's signer signs for this till. */
  sending: Sending
  /** null: it is inside this till. */
  authority: string | null
  /** The device with its keys; null: this till has none. */
  device(): Promise<HandedDevice | null>
  keepKeys(device: HandedDevice | null): Promise<void>
  /** The hub said the authority's time. */
  heardTime(time: number, tookMs: number): void
  /** Settings came from the hub. */
  reread(): void
  emit(event: OwnEvent): void
  timing?: Partial<LinkTiming> | undefined
  connect?: LinkOptions['connect']
}

/** The installation itself says that a person changed. */
const events: Record<Exclude<SharedKind, 'person'>, (keys: string[]) => OwnEvent> = {
  item: (keys) => ({ type: 'item.changed', itemIds: keys.map(Number) }),
  customer: () => ({ type: 'customer.changed' }),
  setting: () => ({ type: 'settings.changed' }),
}

export const openLink = (options: OpenLinkOptions): LinkSwitch => {
  const { appId, db, ports, people, sending, reread, emit, timing } = options
  const { clock, ids, log, secrets } = ports
  let isStopped = false
  const settled = (ids: number[], happened: OwnEvent[]): void => {
    for (const event of happened) emit(event)
    sending.delegate()?.settled(ids)
  }
  const sharing: Sharing = {
    db,
    ids,
    log,
    now: () => clock.now(),
    registers: () => !isSignedByHub(db),
    get people() {
      return people()
    },
    changed: (kind, keys) => {
      if (kind === 'setting') reread()
      if (kind !== 'person') emit(events[kind](keys))
      // The authority is to be told of them.
      if (kind === 'item' || kind === 'customer') sending.wake()
    },
  }
  /** Before people are told or changed: those of a copy that was put back are older than what is known here. */
  const beginPeople = async (): Promise<void> => {
    const { takePeopleAgain } = await import('../link/news.ts')
    takePeopleAgain(sharing)
  }
  const getPeppers = async (): Promise<void> => {
    const outcome = await link.ask({ method: 'GET', path: '/peppers' })
    const given = outcome?.is === 'answered' ? givenPeppers.safeParse(outcome.body).data : undefined
    if (given) await people()?.keepPeppers(given)
  }
  /** An owner ended this till at the hub, or it left. */
  const forgetEscrow = (): void => {
    import('../link/escrow.ts')
      .then(({ removeEscrow }) => removeEscrow(secrets, appId))
      .then(() => updateHubLink(db, { escrow: null }))
      .catch((err: unknown) => log.error({ err }, 'what the deputy keeps could not be removed'))
  }
  const link = createLinkSwitch({
    signsLater: () => handOver.isComing(),
    db,
    appId,
    secrets,
    clock,
    ids,
    log,
    prepare: async () => {
      await beginPeople()
      const { makeWishes } = await import('../link/wishes.ts')
      await makeWishes(sharing, () => isStopped)
    },
    apply: async (page) => {
      const { applyPage } = await import('../link/applyFeed.ts')
      const keepPlace = (place: string) => updateHubLink(db, { place })
      await beginPeople()
      await applyPage({ ...sharing, keepPlace, settled, emit, stopped: () => isStopped }, page)
      const hasPeople = page.rows.some(({ kind }) => kind === 'person')
      if (hasPeople && (await people()?.lacksPepper(null))) await getPeppers()
    },
    greeted: async (hello, tookMs) => {
      if (typeof hello.authorityNow === 'number') options.heardTime(hello.authorityNow, tookMs)
      handOver.heard(hello)
      const { pepper } = hello
      if (pepper !== undefined && (await people()?.lacksPepper(pepper))) await getPeppers()
      const { keepEscrow } = await import('../link/escrow.ts')
      const changed = () => emit({ type: 'hub.changed' })
      await keepEscrow({ db, appId, secrets, log, ask: link.ask, changed }, hello.deputy)
    },
    changed: () => {
      emit({ type: 'hub.changed' })
      if (link.state().link?.problem === 'revoked') forgetEscrow()
      if (!isUp()) sending.delegate()?.silent()
    },
    ...(timing ? { timing } : {}),
    ...(options.connect ? { connect: options.connect } : {}),
  })
  const isUp = (): boolean => link.state().link?.problem === null
  sending.whenDelegated((delegate) => delegate.linked({ isUp, hurry: link.tryNow }))
  const handOver = createHandOver({
    db,
    clock,
    log,
    authority: options.authority,
    device: options.device,
    keepKeys: options.keepKeys,
    unlink: async (work) => {
      await link.change(work)
      forgetEscrow()
    },
    change: sending.change,
    ask: link.ask,
    changed: () => emit({ type: 'hub.changed' }),
  })
  return {
    ...link,
    wake: () => {
      link.wake()
      handOver.look()
    },
    stop: async () => {
      isStopped = true
      await Promise.all([handOver.stop(), link.stop()])
    },
  }
}
