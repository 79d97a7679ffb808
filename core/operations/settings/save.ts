import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Settings } from '../../contract/workspace.ts'
import type { Handler } from '../shared/handler.ts'

export const saveSettings: Handler<'settings.save'> = (change, { profile, actor }) => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return ok(profile.saveSettings(given as Partial<Settings>, authorOf(actor).name))
}
