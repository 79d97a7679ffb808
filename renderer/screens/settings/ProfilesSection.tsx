import { useState } from 'react'
import type { Profile } from '../../../core/contract/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { useHere } from '../../shell/session.ts'
import { ConnectDialog } from './ConnectDialog.tsx'
import { PracticeDialog } from './PracticeDialog.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'
import { words } from './words.ts'

type Asked = { kind: 'switch'; profile: Profile } | { kind: 'connect' } | { kind: 'practice' }

/** Both sets of books side by side; one of them is where this window works. */
export function ProfilesSection() {
  const t = useWords(words)
  const { may } = useHere()
  const { data, error } = useCall('profile.list', {})
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <div className="settings-fields settings-wide">
      <FailureNote error={error} />
      <div className="settings-profiles">
        {data?.profiles.map((profile) => (
          <ProfileCard
            key={profile.id}
            profile={profile}
            {...(may('owner') ? { onSwitch: () => setAsked({ kind: 'switch', profile }) } : {})}
          />
        ))}
      </div>
      {may('owner') && (
        <div className="settings-amounts">
          <Button icon="plus" onPress={() => setAsked({ kind: 'connect' })}>
            {t('profiles.connect')}
          </Button>
          <Button icon="plus" onPress={() => setAsked({ kind: 'practice' })}>
            {t('profiles.createPractice')}
          </Button>
        </div>
      )}
      {asked?.kind === 'switch' && <SwitchDialog profile={asked.profile} onClose={close} />}
      {asked?.kind === 'connect' && <ConnectDialog onClose={close} />}
      {asked?.kind === 'practice' && <PracticeDialog onClose={close} />}
    </div>
  )
}

function ProfileCard({ profile, onSwitch }: { profile: Profile; onSwitch?: () => void }) {
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
    </article>
  )
}
