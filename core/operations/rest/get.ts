import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const getRest: Handler<'rest.get'> = (_, { rest }) => ok(rest.state())
