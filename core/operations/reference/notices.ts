import { notices } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const listNotices: Handler<'reference.notices'> = (_, { db }) =>
  ok({
    notices: notices(db, { limit: 200 }).map(({ number, title, content, url, registered_at }) => ({
      number,
      title,
      content,
      url,
      registeredAt: registered_at,
    })),
  })
