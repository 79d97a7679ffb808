import { useState } from 'react'
import type { ProfileView } from '../../../../core/contract/workspace.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../words.ts'
import { ConnectDialog } from './ConnectDialog.tsx'
import { PracticeDialog } from './PracticeDialog.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'
import './profiles.css'

type Asked = { kind: 'switch' | 'correct'; profile: ProfileView } | { kind: 'connect' } | { kind: 'practice' }

/** Both sets of books side by side; one of them is where this window works. */
export function ProfilesSection() {
  const t = useWords(words)
  const { may, user, profile: here } = useHere()
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
            onSwitch={may('owner') ? () => setAsked({ kind: 'switch', profile }) : undefined}
            onCorrect={may('owner') ? () => setAsked({ kind: 'correct', profile }) : undefined}
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
      {asked?.kind === 'switch' && (
        <SwitchDialog profile={asked.profile} user={user} here={here.name} onClose={close} />
      )}
      {asked?.kind === 'correct' && <ConnectDialog profile={asked.profile} onClose={close} />}
      {asked?.kind === 'connect' && <ConnectDialog onClose={close} />}
      {asked?.kind === 'practice' && <PracticeDialog onClose={close} />}
    </div>
  )
}
