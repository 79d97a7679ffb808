import { ok } from '../../contract/errors.ts'
import { firstRunOf, keepFirstRun } from '../../workspace/firstRun.ts'
import type { Handler } from '../shared/handler.ts'

export const saveFirstRun: Handler<'firstRun.save'> = ({ step, shop }, { workspace }) => {
  const kept = shop ?? firstRunOf(workspace.db)?.shop ?? null
  keepFirstRun(workspace, step === 'over' ? null : { step, shop: kept })
  return ok({})
}
