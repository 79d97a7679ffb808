import { useEffect, useState } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { HelpButton } from '../../window/HelpButton.tsx'
import { LanguageSwitch } from '../../window/LanguageSwitch.tsx'
import { navigate } from '../../window/navigation.ts'
import type { Profile } from '../../window/session.ts'
import { PinEntry } from './PinEntry.tsx'
import type { Person } from './person.ts'
import { words } from './words.ts'
import './UnlockScreen.css'

interface UnlockScreenProps {
  people: readonly Person[]
  profile: Profile | null
}

/** Names as large tiles; a touch on one asks for the PIN. */
export function UnlockScreen({ people, profile }: UnlockScreenProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const active = people.filter((person) => person.active)
  const [chosenId, choose] = useState<string | null>(active.length === 1 ? (active[0]?.id ?? null) : null)
  // The next person does not begin where somebody else was.
  useEffect(() => navigate('sell'), [])
  const chosen = active.find(({ id }) => id === chosenId)
  return (
    <main className="unlock">
      <header className="unlock-head">
        <b>{tc('appName')}</b>
        {profile && <span>{profile.name}</span>}
        {profile?.environment === 'sandbox' && (
          <span className="unlock-sandbox">▲ {tc('frame.sandboxLong')}</span>
        )}
        <HelpButton />
        <LanguageSwitch keep={false} />
      </header>
      {active.length === 0 && <Empty title={t('nobody')}>{t('nobodyHint')}</Empty>}
      {chosen ? (
        <PinEntry
          key={chosen.id}
          person={chosen}
          {...(active.length > 1 ? { onBack: () => choose(null) } : {})}
        />
      ) : (
        active.length > 0 && (
          <div className="unlock-people">
            <h1>{t('title')}</h1>
            <ul>
              {active.map(({ id, name, role }) => (
                <li key={id}>
                  <button type="button" className="unlock-person" onClick={() => choose(id)}>
                    <b>{name}</b>
                    <small>{tc(`roles.${role}`)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      )}
    </main>
  )
}
