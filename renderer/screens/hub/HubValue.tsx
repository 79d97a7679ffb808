import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { troubleOf } from './troubleOf.ts'
import { words } from './words.ts'

/** Whether this till is linked, in a few words. */
export function HubValue() {
  const t = useWords(words)
  const { data } = useCall('hub.state', {})
  if (!data) return null
  if (!data.link) return t('alone')
  const trouble = troubleOf(data.link)
  if (!trouble) return t('linked', { address: data.link.address })
  return trouble.silentSince === null
    ? t('trouble')
    : t('silent', { time: formatMoment(trouble.silentSince) })
}
