import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { notHere, notYet } from './failures.ts'

export const stateOfHubHere: Handler<'hub.thisComputer.state'> = () =>
  ok({ state: 'off', addresses: [], code: null, codeUntil: null, failure: null })

export const startHubHere: Handler<'hub.thisComputer.start'> = () => notYet()

export const stopHubHere: Handler<'hub.thisComputer.stop'> = () => notHere()

export const newPairingCode: Handler<'hub.thisComputer.newCode'> = () => notHere()
