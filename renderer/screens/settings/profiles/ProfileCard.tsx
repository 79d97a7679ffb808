import type { ProfileView } from '../../../../core/contract/workspace.ts'
import { Button } from '../../../components/Button.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'

interface ProfileCardProps {
  profile: ProfileView
  onSwitch?: (() => void) | undefined
  onCorrect?: (() => void) | undefined
}

/** A profile: what it is, whose, and what waits in it. */
export function ProfileCard({ profile, onSwitch, onCorrect }: ProfileCardProps) {
  const t = useWords(words)
  const { environment, waiting, needsPerson } = profile
  return (
    <article className="settings-profile" data-environment={environment} data-current={profile.current}>
      <header>
        <h3>{profile.name}</h3>
        <Chip {...(environment === 'sandbox' ? { tone: 'wait' as const, sign: '▲' } : { sign: '■' })}>
          {t(`environment.${environment}`)}
        </Chip>
      </header>
      <p>{t(environment === 'sandbox' ? 'profiles.sandboxMeans' : 'profiles.productionMeans')}</p>
      <Facts
        facts={[
          [t('profiles.authority'), profile.practice ? t('profiles.practice') : profile.authorityUrl],
          [
            t('profiles.device'),
            <span key="device">
              {profile.deviceSerial}{' '}
              <StateWord tone={profile.deviceReady ? 'ok' : 'wait'}>
                {t(profile.deviceReady ? 'profiles.ready' : 'profiles.notReady')}
              </StateWord>
            </span>,
          ],
          [t('profiles.pin'), `${profile.taxpayerPin}, ${profile.branchId}`],
          [
            t('profiles.waiting'),
            [
              waiting === 0 ? t('profiles.waitingNone') : t('profiles.waitingCount', { count: waiting }),
              needsPerson === 0 ? null : t('profiles.needsPerson', { count: needsPerson }),
            ]
              .filter(Boolean)
              .join(', '),
          ],
        ]}
      />
      {profile.current ? (
        <StateWord tone="ok">{t('profiles.current')}</StateWord>
      ) : (
        onSwitch && (
          <Button size={48} onPress={onSwitch}>
            {t('profiles.switch')}
          </Button>
        )
      )}
      {onCorrect && !profile.practice && (
        <Button variant="quiet" onPress={onCorrect}>
          {t('profiles.correct')}
        </Button>
      )}
    </article>
  )
}
