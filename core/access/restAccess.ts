/** Whether other software is served, and where: always in the gateway, by the owner's switch in a till. */
import type { Kept } from '../base/kept.ts'
import type { RestState } from '../contract/access.ts'
import { restPorts } from '../contract/bounds.ts'
import { fail, type Reply } from '../contract/errors.ts'

export interface RestControl {
  state(): RestState
  /** Starts, moves or ends the server, for whoever asks; 003 leaves it as it was. To be called in turn. */
  set(wanted: Wanted, by: string): Promise<Reply<RestState>>
  close(): Promise<void>
}

export interface Wanted {
  on: boolean
  port: number
}

/** Keeps how the switch stands, and writes down who has turned it. */
export interface RestSwitch extends Pick<Kept, 'get'> {
  set(value: string, turned: Wanted & { by: string }): void
}

const noSwitch = () =>
  fail('003', 'rest.noSwitch', 'Here the interface for other software cannot be switched on or off.', {
    field: 'on',
  })

/** A host that nobody asks over HTTP. */
export const noRest: RestControl = {
  state: () => ({ mode: 'never', on: false, port: restPorts.usual, url: null, problem: null }),
  set: async () => noSwitch(),
  close: async () => undefined,
}

/** The gateway's: its own server serves other software for as long as it runs; `url` is null until it does. */
export const alwaysOn = (url: () => string | null): RestControl => ({
  ...noRest,
  state: () => {
    const address = url()
    const port = address === null ? restPorts.usual : Number(new URL(address).port || 80)
    return { mode: 'always', on: true, port, url: address, problem: null }
  },
})
