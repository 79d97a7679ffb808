import type { Body } from '../body.ts'
import type { FieldTable } from '../checks/fields.ts'
import type { Outcome } from '../outcome.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../store.ts'

/** A device that has been initialised and has shown its key. */
export type Device = {
  readonly tin: string
  readonly bhfId: string
  readonly serial: string
  readonly sdcId: string
}

/** A call whose sender and members have been checked. */
export type CallRequest = {
  readonly store: Store
  readonly settings: Settings
  readonly strict: boolean
  /** Milliseconds of the authority's clock. */
  readonly now: number
  /** Reads ignore later changes. In the past only while reads are stale. */
  readonly asOf: number
  readonly device: Device
  readonly body: Body
  /** The path's last part as it was called, which may be an alias. */
  readonly path: string
}

export type Call = {
  /** The path of the specification without its slash. */
  readonly name: string
  /** The names of the same call on the gateway (authority §1.3). */
  readonly aliases: readonly string[]
  readonly fields: FieldTable
  /** What the gateway says when these are not repeated in the body (authority §1.2). */
  readonly identityInBody?: { readonly tin: string; readonly bhfId: string }
  /** The gateway hides this call's refusals in an HTTP 200 (authority §7 no. 29). */
  readonly hidesRefusals?: boolean
  readonly run: (request: CallRequest) => Outcome
}

/** Rows changed after the caller's `lastReqDt` and not after `asOf`. */
export type Window = { readonly from: number; readonly to: number }
