import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const hubState: Handler<'hub.state'> = (_, { profile }) => ok(profile.link.state())
