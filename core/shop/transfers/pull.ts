/** Fetches what other branches sent to this one since the last time (`authority §1.4` no. 17). */
import { storeArrival } from '../../../db/profile/transfers.ts'
import type { Arrival } from '../../authority/port.ts'
import { createPull } from '../pull.ts'

export const arrivalPull = createPull<Arrival>({
  key: 'arrivals',
  ask: (authority, since) => authority.arrivals(since),
  store: ({ db, row }, arrival, at) => {
    // What this branch sent is nothing to book in.
    if (arrival.branchId === row.branch_id) return
    storeArrival(db, {
      branch_id: arrival.branchId,
      number: arrival.number,
      sent_on: arrival.sentOn,
      content: JSON.stringify(arrival),
      changed_at: at,
    })
  },
  event: { type: 'transfer.changed' },
})
