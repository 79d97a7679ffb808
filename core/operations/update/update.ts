import { callerId } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const getUpdate: Handler<'update.get'> = (_, { updates }) => ok(updates.state())

export const setUpdateAddress: Handler<'update.setAddress'> = ({ address }, { updates, actor }) =>
  ok(updates.setAddress(address, callerId(actor)))

export const askUpdate: Handler<'update.ask'> = async (_, { updates }) => ok(await updates.ask())

export const installUpdate: Handler<'update.install'> = ({ version }, { updates, actor }) =>
  updates.install(version, callerId(actor))

export const startWithComputer: Handler<'update.startWithComputer'> = ({ on }, { updates }) => {
  updates.setStartsWithComputer(on)
  return ok(updates.state())
}
