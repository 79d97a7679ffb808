import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { deviceView } from './view.ts'

export const deviceStatus: Handler<'device.status'> = async (_, { profile }) => ok(await deviceView(profile))
