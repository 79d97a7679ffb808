/** Whether the REST interface is on, and at which address: always in the gateway, by the owner's switch in a till. */
import type { Kept } from '../base/kept.ts'
import type { RestState } from '../contract/access.ts'
import { restPorts } from '../contract/bounds.ts'
import { fail, type Reply } from '../contract/errors.ts'

export interface RestControl {
  state(): RestState
  /** Starts, moves or stops the server. 003: nothing changed. Call it one at a time. */
  set(wanted: Wanted, by: string): Promise<Reply<RestState>>
  close(): Promise<void>
}

export interface Wanted {
  on: boolean
  port: number
}

/** Stores the switch and adds an audit row about who changed it. */
export interface RestSwitch extends Pick<Kept, 'get'> {
  set(value: string, turned: Wanted & { by: string }): void
}

const noSwitch = () =>
  fail('003', 'rest.noSwitch', 'The interface for other software cannot be switched in this mode.', {
    field: 'on',
  })

/** A host without HTTP. */
export const noRest: RestControl = {
  state: () => ({ mode: 'never', on: false, port: restPorts.usual, url: null, problem: null }),
  set: async () => noSwitch(),
  close: async () => undefined,
}

/** The gateway's: its server runs as long as the gateway. `url` is null until it listens. */
export const alwaysOn = (url: () => string | null): RestControl => ({
  ...noRest,
  state: () => {
    const address = url()
    const port = address === null ? restPorts.usual : Number(new URL(address).port || 80)
    return { mode: 'always', on: true, port, url: address, problem: null }
  },
})
