import type { OutputOf } from '../../../core/contract/index.ts'
import { shortestPin } from '../../../core/contract/pinRules.ts'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { say } from '../../i18n/index.ts'
import { navigate } from '../../window/navigation.ts'
import { words } from './words.ts'

/** So many wrong PINs are more than a typing error: the notice stays until a person dismisses it. */
const unusual = 3

/** Dismisses the notices for the previous person: they do not concern the next one. */
let forget: (() => void)[] = []

/** Notices for a person who signs in: wrong PINs since the last time, and a PIN that is easy to guess. */
export function greet({ wrongPins, pinProblem, user }: OutputOf<'session.unlock'>): void {
  for (const dismiss of forget) dismiss()
  forget = []
  if (wrongPins) {
    const { count, lastAt } = wrongPins
    const text = say(words, 'wrongPins', { count, time: formatMoment(lastAt) })
    const advice = user.role === 'owner' ? '' : ` ${say(words, 'notYou')}`
    forget.push(notify(count < unusual ? { tone: 'wait', text } : { tone: 'bad', text: text + advice }))
  }
  if (pinProblem) {
    const text = say(words, pinProblem === 'short' ? 'pinShort' : 'pinCommon', {
      digits: shortestPin[user.role],
    })
    const act = {
      label: say(words, 'choosePin'),
      run: () => navigate('settings', { section: 'people' }),
    }
    forget.push(notify({ tone: 'bad', text, acts: [act] }))
  }
}
