import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const getRest: Handler<'rest.get'> = (_, { rest }) => ok(rest.state())
