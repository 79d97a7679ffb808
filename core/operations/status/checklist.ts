import { hasItems, hasSigned, hasStock } from '../../../db/profile/beginning.ts'
import { device } from '../../../db/profile/reference.ts'
import { readSetting, writeSetting } from '../../../db/profile/settings.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

const dismissed = 'checklistDismissed'

export const getChecklist: Handler<'status.checklist'> = (_, { profile, workspace, db }) => {
  // A practice shop has its goods, and nobody must learn there what to do next.
  if (profile.row.practice === 1 || readSetting(db, dismissed) === true || hasSigned(db))
    return ok({ tasks: [] })
  return ok({
    tasks: [
      { name: 'device', done: device(db) !== undefined },
      { name: 'goods', done: hasItems(db) },
      { name: 'stock', done: hasStock(db) },
      { name: 'printer', done: profile.settings().printer.tested === true },
      { name: 'people', done: workspace.people().filter(({ active }) => active === 1).length > 1 },
      { name: 'sale', done: false },
    ],
  })
}

export const dismissChecklist: Handler<'status.dismissChecklist'> = (_, { profile, db }) => {
  writeSetting(db, dismissed, true)
  profile.emit({ type: 'status.changed' })
  return ok({})
}
