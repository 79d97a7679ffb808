import type { OutputOf } from '../../core/contract/index.ts'
import { common } from '../i18n/common.ts'
import { formatMoment } from '../i18n/format.ts'
import { say } from '../i18n/index.ts'

/** Names tills of the branch that the hub has not heard of, and since when. */
export const unheardText = (tills: OutputOf<'queue.causes'>['unheard']): string =>
  tills
    .map(({ name, since }) =>
      since === null ? name : say(common, 'unheard', { name, time: formatMoment(since) }),
    )
    .join(', ')
