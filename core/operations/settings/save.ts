import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Settings } from '../../contract/workspace.ts'
import { paymentLabels } from '../../fiscal/codes.ts'
import type { Handler } from '../shared/handler.ts'

export const saveSettings: Handler<'settings.save'> = (change, { profile, actor }) => {
  // The books may name a tender, and its kind says what the authority got.
  const lost = profile
    .settings()
    .tenders.find(
      ({ id, method }) => change.tenders?.some((each) => each.id === id && each.method === method) === false,
    )
  if (lost) {
    const name = lost.name ?? paymentLabels[lost.method]
    return fail('003', 'tender.stays', `${name} stays in the list with its kind. Switch it off instead.`, {
      field: 'tenders',
      params: { name },
    })
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return ok(profile.saveSettings(given as Partial<Settings>, authorOf(actor).name))
}
