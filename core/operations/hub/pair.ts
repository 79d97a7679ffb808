import type { Handler } from '../shared/handler.ts'
import { notLinked, notYet } from './failures.ts'

export const pairWithHub: Handler<'hub.pair'> = () => notYet()

export const setHubAddress: Handler<'hub.setAddress'> = () => notLinked()

export const tryHubNow: Handler<'hub.tryNow'> = () => notLinked()

export const leaveHub: Handler<'hub.leave'> = () => notLinked()
