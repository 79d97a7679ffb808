import { branches } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/index.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

export const otherBranches = ({
  profile,
  db,
}: Pick<ProfileContext, 'profile' | 'db'>): OutputOf<'transfer.branches'> => {
  const own = profile.row.branch_id
  const known = branches(db).map(({ branch_id, name }) => ({ id: branch_id, name }))
  return {
    own: known.find(({ id }) => id === own) ?? { id: own, name: '' },
    others: known.filter(({ id }) => id !== own),
  }
}

export const listBranches: Handler<'transfer.branches'> = (_, context) => ok(otherBranches(context))
