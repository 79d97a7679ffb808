import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const health: Handler<'system.health'> = (_, { ports }) =>
  ok({ status: 'UP', time: new Date(ports.clock.now()).toISOString() })
