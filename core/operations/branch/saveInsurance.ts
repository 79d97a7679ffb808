/**
 * Insurances of the branch (`spec 4.7`): stored here and sent to the authority, which replaces one with the same
 * code.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { keepCallerBody } from '../../../db/profile/callerBodies.ts'
import { insurances, storeInsurance, submissionOfInsurance } from '../../../db/profile/insurances.ts'
import { device } from '../../../db/profile/reference.ts'
import { authorBound, authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/index.ts'
import { enqueueInsurance } from '../../queue/enqueueSupply.ts'
import { isOver, missing, notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { submitUnnumbered } from '../shared/submitUnnumbered.ts'

const registered = (db: Db): OutputOf<'branch.saveInsurance'> => ({
  insurances: insurances(db).map(({ code, name, rate, active }) => {
    const row = submissionOfInsurance(db, code)
    return {
      isrccCd: code,
      isrccNm: name,
      isrcRt: rate,
      useYn: active ? 'Y' : 'N',
      state: row?.state === 'accepted' ? 'registered' : isOver(row) ? 'refused' : 'waiting',
    }
  }),
})

export const saveInsurance: Handler<'branch.saveInsurance'> = async (input, context) => {
  const { profile, db, ports, actor } = context
  if (!device(db)) return notReady()
  const { isrccCd: code, isrccNm: name, isrcRt: rate } = input
  const given = [code, name, rate].filter((value) => value !== null && value !== undefined)
  if (given.length === 0) {
    const note = 'Nothing was registered: send isrccCd, isrccNm and isrcRt to register an insurance.'
    return ok(registered(db), `Success. ${note}`)
  }
  if (!code) return missing('isrccCd')
  if (!name) return missing('isrccNm')
  if (rate === null || rate === undefined) return missing('isrcRt')
  const at = ports.clock.now()
  const by = authorOf(actor)
  const author = authorBound(actor, { id: input.regrId || by.id, name: input.regrNm || by.name })
  const active = input.useYn !== 'N'
  return submitUnnumbered(context, {
    route: 'branch.saveInsurance',
    input,
    isUpsert: true,
    store: (made) => {
      profile.disk.demandRoom()
      keepCallerBody(db, 'insurance', code, input, at)
      storeInsurance(db, { code, name, rate, active: active ? 1 : 0, created_at: at, updated_at: at })
      return enqueueInsurance(db, { code, name, rate, active, author }, { author, at, made: made ?? 0 })
    },
    answer: () => registered(db),
  })
}
