import type { Handler } from '../shared/handler.ts'
import { notLinked } from './failures.ts'

export const listTills: Handler<'hub.tills'> = () => notLinked()

export const confirmTill: Handler<'hub.confirm'> = () => notLinked()

export const revokeTill: Handler<'hub.revoke'> = () => notLinked()
