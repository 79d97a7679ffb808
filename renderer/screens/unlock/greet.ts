import type { OutputOf } from '../../../core/contract/index.ts'
import { shortestPin } from '../../../core/contract/pinRules.ts'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { say } from '../../i18n/index.ts'
import { navigate } from '../../window/navigation.ts'
import { words } from './words.ts'

/** More wrong PINs than a person mistypes: said until somebody has seen it. */
const unusual = 3

/** Takes away what the person before was told: it is no business of the next one. */
let forget: (() => void)[] = []

/** What somebody is told as they come in: wrong PINs since the last time, and a PIN that is guessed easily. */
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
    forget.push(notify({ tone: 'bad', text, act }))
  }
}
