import { authorOf } from '../../access/actor.ts'
import { mostLeadDays } from '../../contract/bounds.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const setLeadDays: Handler<'order.setLeadDays'> = ({ supplier, leadDays }, { profile, actor }) => {
  const others = profile.settings().supplierLeadDays.filter((each) => each.supplier !== supplier)
  const own = leadDays === null ? [] : [{ supplier, days: leadDays }]
  // The supplier that was set longest ago gives way.
  profile.saveSettings({ supplierLeadDays: [...others, ...own].slice(-mostLeadDays) }, authorOf(actor).name)
  return ok({})
}
