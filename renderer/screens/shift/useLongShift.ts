import { useEffect, useRef } from 'react'
import { dayMs } from '../../../core/fiscal/dates.ts'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { say } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { words } from './words.ts'

/** Says once after each unlock that a shift was left open for more than a day. */
export function useLongShift(): void {
  const { data } = useCall('shift.state', {})
  const open = data?.open
  const said = useRef(false)
  useEffect(() => {
    if (!open || said.current || tillNow() - open.openedAt < dayMs) return
    said.current = true
    notify({
      tone: 'wait',
      text: say(words, 'longOpen', { number: open.number, time: formatMoment(open.openedAt) }),
      acts: [{ label: say(words, 'toShift'), run: () => navigate('shift') }],
    })
  }, [open])
}
