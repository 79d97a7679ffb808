/**
 * The epoch of a hub. A hub that hears of a higher one was replaced by another computer. A hub whose tills read more than
 * its database has was put back from a copy, and begins the next epoch: its signers' files may be as old as its database.
 */
import { beginEpoch, type Epoch, noteReplaced, type Replaced } from '../../db/hub/epochs.ts'
import { isOfLater } from '../../db/hub/incarnations.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { createLimit } from '../base/limit.ts'
import type { Ports } from '../base/ports.ts'
import { readPlace } from './places.ts'

/** What a till knows of its hub. */
export interface KnownOfHub extends Epoch {
  /** Up to where it read the feed in that epoch; null: it did not. */
  place: string | null
}

export interface HubEpoch {
  epoch(): number
  /** Another computer that took over; null: this is the hub. */
  replaced(): Replaced | null
  /** A till says what it knows. Resolves once this hub is in an epoch in which the till may be served, or is replaced. */
  heardOf(known: KnownOfHub): Promise<void>
}

/**
 * A hub that was put back begins the next number. A computer that takes over begins one as high as the time, epoch
 * milliseconds. So a hub knows its own later epochs, which it was put back from, and those of another computer.
 */
const ownEpochs = 1_000

export const createHubEpoch = (by: {
  db: HubDb
  began: Epoch
  replaced: Replaced | null
  ports: Pick<Ports, 'clock' | 'log'>
  /** Closes signers of an earlier epoch. Those of this one begin once a till says what it leaves to them. */
  look(): Promise<void>
  /** Another computer took over: ends all signers. */
  end(): Promise<void>
}): HubEpoch => {
  const { db, ports, look, end } = by
  const { computer } = by.began
  let { epoch } = by.began
  let { replaced } = by
  const inTurn = createLimit(1)

  const beginAfter = async (last: number): Promise<void> => {
    await beginEpoch(db, { epoch: last + 1, computer })
    epoch = last + 1
    ports.log.error({ epoch }, 'The hub was put back from a copy. Its tills tell it again what it lacks')
    await look()
  }
  const isPutBack = async ({ epoch: of, place: text }: KnownOfHub): Promise<boolean> => {
    const place = of === epoch ? readPlace(text) : null
    return place !== null && isOfLater(db, { incarnation: place.i, horizon: place.w })
  }
  const hear = async (known: KnownOfHub): Promise<void> => {
    if (replaced) return
    if (known.epoch <= epoch) return (await isPutBack(known)) ? beginAfter(epoch) : undefined
    if (known.computer === computer && known.epoch - epoch < ownEpochs) return beginAfter(known.epoch)
    const at = ports.clock.now()
    if (!(await noteReplaced(db, known, at))) return
    replaced = { by: known.computer ?? '', at }
    const { place: _, ...other } = known
    ports.log.error(other, 'Another computer took over as the hub. This hub signs nothing any more')
    // It ends what is under way first.
    end().catch((err: unknown) => ports.log.error({ err }, 'A signer could not be closed'))
  }
  return {
    epoch: () => epoch,
    replaced: () => replaced,
    // Two tills may say it at once.
    heardOf: async (known) => {
      if (known.epoch > epoch || (await isPutBack(known))) await inTurn(() => hear(known))
    },
  }
}
