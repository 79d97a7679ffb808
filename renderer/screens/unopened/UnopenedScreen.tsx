import { useState } from 'react'
import type { ProfileView } from '../../../core/contract/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { LanguageSwitch } from '../../window/LanguageSwitch.tsx'
import { recoveryWords } from '../../window/recoveryWords.ts'
import type { User } from '../../window/session.ts'
import { ProfileCard } from '../settings/profiles/ProfileCard.tsx'
import { SwitchDialog } from '../settings/profiles/SwitchDialog.tsx'
import '../settings/settings.css'
import './UnopenedScreen.css'

interface UnopenedScreenProps {
  /** The profile that could not be opened. */
  name: string
  user: User
}

/** In place of the till: which profile could not be opened and why; an owner may work in another one until it can. */
export function UnopenedScreen({ name, user }: UnopenedScreenProps) {
  const t = useWords(recoveryWords)
  const tc = useWords(common)
  const { data, error } = useCall('profile.list', {})
  const lock = useAct('session.lock')
  const [chosen, choose] = useState<ProfileView | null>(null)
  const isOwner = user.role === 'owner'
  return (
    <main className="unopened">
      <header className="unopened-head">
        <b>{tc('appName')}</b>
        <LanguageSwitch />
      </header>
      <FailureNote error={error} />
      {data?.unopened.map((each) => (
        <Note key={each.name} tone="bad" title={t('unopened', { name: each.name })}>
          {each.text}
        </Note>
      ))}
      <Empty
        title={t('notOpened.title', { name })}
        level={1}
        acts={
          <Button size={48} onPress={() => lock.mutate({})}>
            {tc('keys.lock')}
          </Button>
        }
      >
        {t('notOpened.text')} {t(isOwner ? 'notOpened.others' : 'notOpened.askOwner')}
      </Empty>
      {isOwner && (
        <div className="settings-profiles unopened-others">
          {data?.profiles.map((profile) => (
            <ProfileCard key={profile.id} profile={profile} onSwitch={() => choose(profile)} />
          ))}
        </div>
      )}
      {chosen && <SwitchDialog profile={chosen} user={user} onClose={() => choose(null)} />}
    </main>
  )
}
