import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const listSerialPorts: Handler<'serial.list'> = async (_, { ports }) =>
  ok({ ports: await ports.serialPorts() })
