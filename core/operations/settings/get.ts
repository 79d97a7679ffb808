import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const getSettings: Handler<'settings.get'> = (_, { profile }) => ok(profile.settings())
