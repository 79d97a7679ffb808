import type { OutputOf } from '../../../core/contract/index.ts'
import { shortestPin } from '../../../core/contract/pinRules.ts'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { say } from '../../i18n/index.ts'
import { navigate } from '../../shell/navigation.ts'
import { words } from './words.ts'

/** More wrong PINs than a person mistypes: said until somebody has seen it. */
const unusual = 3

/** What somebody is told as they come in: wrong PINs since the last time, and a PIN that is guessed easily. */
export function greet({ wrongPins, pinProblem, user }: OutputOf<'session.unlock'>): void {
  if (wrongPins) {
    const { count, lastAt } = wrongPins
    const text = say(words, 'wrongPins', { count, time: formatMoment(lastAt) })
    if (count < unusual) notify({ tone: 'wait', text })
    else notify({ tone: 'bad', text: `${text} ${user.role === 'owner' ? '' : say(words, 'notYou')}`.trim() })
  }
  if (pinProblem) {
    notify({
      tone: 'bad',
      text: say(words, pinProblem === 'short' ? 'pinShort' : 'pinCommon', { digits: shortestPin[user.role] }),
      act: { label: say(words, 'choosePin'), run: () => navigate('settings', { section: 'people' }) },
    })
  }
}
