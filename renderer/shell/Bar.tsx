import { Button as AriaButton } from 'react-aria-components/Button'
import type { HubLinkView } from '../../core/contract/hubLink.ts'
import { Button } from '../components/Button.tsx'
import { Chip } from '../components/Chip.tsx'
import { Icon } from '../components/Icon.tsx'
import { common } from '../i18n/common.ts'
import { formatAge, formatMoment } from '../i18n/format.ts'
import { useWords } from '../i18n/index.ts'
import { useAct, useCall } from '../queries/calls.ts'
import { troubleOf } from '../screens/hub/troubleOf.ts'
import { tellFailure } from '../window/faults.ts'
import { HelpButton } from '../window/HelpButton.tsx'
import { LanguageSwitch } from '../window/LanguageSwitch.tsx'
import { navigate } from '../window/navigation.ts'
import type { Profile, User } from '../window/session.ts'
import { useNow } from '../window/useNow.ts'
import { BarNotes } from './BarNotes.tsx'
import './Bar.css'

/** The bar shows a clock that is wrong by more than this, milliseconds. */
const clockToleranceMs = 60_000

interface BarProps {
  user: User
  profile: Profile
  training: boolean
  onLock: () => void
}

/** Always there: who, where, and what is owed to the authority. */
export function Bar({ user, profile, training, onLock }: BarProps) {
  const t = useWords(common)
  const { data: settings } = useCall('settings.get', {})
  // Two practice shops may print the same name; the chip of a real shop shows its name on this computer.
  const shown = new Set([settings?.shop.tradeName, profile.name])
  if (profile.environment === 'production') shown.delete(profile.name)
  const names = [...shown].filter(Boolean).join(' · ')
  return (
    <header className="bar" data-training={training || undefined}>
      <button type="button" className="skip" onClick={() => document.getElementById('work')?.focus()}>
        {t('frame.skip')}
      </button>
      {profile.environment === 'sandbox' ? (
        <Chip tone="wait" sign="▲">
          <span title={t('frame.sandboxLong')}>{t('frame.sandbox')}</span>
        </Chip>
      ) : (
        <Chip>{profile.name}</Chip>
      )}
      <b className="bar-shop" title={names}>
        {names}
      </b>
      <span className="bar-optional">{settings?.tillName}</span>
      <BarNotes />
      {training ? <Training /> : <AuthorityState />}
      <AriaButton
        className="bar-button bar-person"
        aria-label={t('frame.lockAs', { name: user.name })}
        onPress={onLock}
      >
        <b>{user.name}</b>
        <Icon name="lock" size={17} />
      </AriaButton>
      <HelpButton />
      <LanguageSwitch />
    </header>
  )
}

/** In the place of what KRA has: nothing of training goes there. */
function Training() {
  const t = useWords(common)
  const end = useAct('training.end')
  return (
    <>
      <b className="bar-training">{t('frame.training')}</b>
      <span className="bar-training-text">{t('frame.trainingText')}</span>
      <span className="bar-space" />
      <Button pending={end.isPending} onPress={() => end.mutate({}, { onError: tellFailure })}>
        {t('frame.endTraining')}
      </Button>
    </>
  )
}

function AuthorityState() {
  const t = useWords(common)
  const { data: status } = useCall('status.get', {})
  const { data: hub } = useCall('hub.state', {})
  if (!status) return <span className="bar-space" />
  const { waiting, waitingSales, oldestAt, needsPerson, salesToFix, late, clockDifferenceMs } = status
  const noticesToFix = needsPerson - salesToFix
  const notices = waiting - waitingSales
  return (
    <>
      <span className="bar-space" />
      {hub?.link?.signs ? <HubReach link={hub.link} /> : <Reach {...status} />}
      <AriaButton className="bar-button bar-owed" onPress={() => navigate('queue')}>
        {salesToFix > 0 && <Chip tone="bad">{t('frame.needsYou', { count: salesToFix })}</Chip>}
        {salesToFix === 0 && noticesToFix > 0 && (
          <Chip tone="bad">{t('frame.noticesToFix', { count: noticesToFix })}</Chip>
        )}
        {waitingSales > 0 && <span>{t('frame.waiting', { count: waitingSales })}</span>}
        {waitingSales > 0 && oldestAt !== null && <Oldest since={oldestAt} />}
        {waitingSales === 0 && needsPerson === 0 && notices > 0 && (
          <span>{t('frame.noticesWaiting', { count: notices })}</span>
        )}
        {late > 0 && <b className="bar-late">{t('frame.late', { count: late })}</b>}
        {waiting === 0 && needsPerson === 0 && t('frame.allSent')}
      </AriaButton>
      {clockDifferenceMs !== null && <ClockState ms={clockDifferenceMs} />}
    </>
  )
}

function Oldest({ since }: { since: number }) {
  const t = useWords(common)
  const now = useNow(15_000)
  return <span className="bar-optional">· {t('frame.oldest', { age: formatAge(now - since) })}</span>
}

/** The till does not ask the authority itself. A note names a silent hub. */
function HubReach({ link }: { link: HubLinkView }) {
  const t = useWords(common)
  if (troubleOf(link)) return null
  return (
    <span className="bar-reach">
      <span aria-hidden="true">✓</span> {t('frame.hubSends')}
    </span>
  )
}

interface ReachProps {
  deviceReady: boolean
  reachable: boolean | null
  reachableSince: number | null
}

function Reach({ deviceReady, reachable, reachableSince }: ReachProps) {
  const t = useWords(common)
  if (!deviceReady) {
    return (
      <AriaButton className="bar-button" onPress={() => navigate('settings', { section: 'device' })}>
        <Chip tone="bad">{t('frame.notReady')}</Chip>
      </AriaButton>
    )
  }
  if (reachable === null) return <span className="bar-optional">{t('frame.notTried')}</span>
  if (reachable) {
    return (
      <span className="bar-reach">
        <span aria-hidden="true">✓</span> {t('frame.reachable')}
      </span>
    )
  }
  return (
    <span className="bar-reach">
      <Chip tone="wait">
        {reachableSince === null
          ? t('frame.unreachable')
          : t('frame.unreachableSince', { time: formatMoment(reachableSince) })}
      </Chip>
    </span>
  )
}

function ClockState({ ms }: { ms: number }) {
  const t = useWords(common)
  if (Math.abs(ms) < clockToleranceMs) return <span className="bar-optional">{t('frame.clockFine')}</span>
  const age = formatAge(Math.abs(ms))
  return <Chip tone="bad">{t(ms < 0 ? 'frame.clockAhead' : 'frame.clockBehind', { age })}</Chip>
}
