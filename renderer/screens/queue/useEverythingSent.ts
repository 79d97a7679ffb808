import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

/** What to say if nothing waits. A shop without a device has sent nothing. */
export function useEverythingSent(): string {
  const t = useWords(words)
  const { data: status } = useCall('status.get', {})
  const { data } = useCall('queue.causes', {})
  if (status?.deviceReady === false) return t('empty.notReady')
  const last = data?.lastSentAt ?? null
  return last === null ? t('empty.sent') : t('empty.sentLast', { time: formatMoment(last) })
}
