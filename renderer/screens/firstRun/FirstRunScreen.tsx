import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Icon } from '../../components/Icon.tsx'
import { common } from '../../i18n/common.ts'
import { useLanguage, useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { LanguageSwitch } from '../../window/LanguageSwitch.tsx'
import { navigate } from '../../window/navigation.ts'
import type { Profile, State } from '../../window/session.ts'
import { DeviceStep } from './DeviceStep.tsx'
import { OwnerStep } from './OwnerStep.tsx'
import { ShopStep } from './ShopStep.tsx'
import { words } from './words.ts'
import './FirstRunScreen.css'

interface FirstRunScreenProps {
  phase: State['phase']
  session: State['session']
  profile: Profile | null
  /** The first run continues although a profile exists: the next step is its device. */
  onConnecting: (connecting: boolean) => void
}

/** Two doors: a demo shop at once, or the shop's own device in three steps. */
export function FirstRunScreen({ phase, session, profile, onConnecting }: FirstRunScreenProps) {
  const tc = useWords(common)
  const [begun, begin] = useState(phase === 'needs-owner' || session !== null)
  const [profileMade, setProfileMade] = useState(false)
  const [corrected, correct] = useState<Profile | null>(null)

  const connecting = begun && phase !== 'needs-owner'
  useEffect(() => onConnecting(connecting), [connecting, onConnecting])

  function finish() {
    navigate('sell')
    onConnecting(false)
  }

  return (
    <main className="first-run">
      <header className="first-run-head">
        <b>{tc('appName')}</b>
        <LanguageSwitch />
      </header>
      <div className="first-run-body">
        {!begun ? (
          <Doors onConnect={() => begin(true)} />
        ) : session === null ? (
          <OwnerStep
            alone={phase === 'needs-owner'}
            {...(phase === 'first-run' ? { onBack: () => begin(false) } : {})}
          />
        ) : corrected ? (
          <ShopStep profile={corrected} onMade={() => correct(null)} onPractise={finish} />
        ) : profileMade ? (
          <DeviceStep ready={profile !== null} onCorrect={() => correct(profile)} onDone={finish} />
        ) : (
          <ShopStep onMade={() => setProfileMade(true)} onPractise={finish} />
        )}
      </div>
    </main>
  )
}

function Doors({ onConnect }: { onConnect: () => void }) {
  const t = useWords(words)
  const language = useLanguage()
  const tryItNow = useAct('workspace.tryItNow')
  return (
    <div className="doors">
      <h1>{t('welcome')}</h1>
      <FailureNote error={tryItNow.error} />
      <div className="doors-pair">
        <section className="door">
          <Icon name="sell" size={34} />
          <h2>{t('tryTitle')}</h2>
          <p>{t('tryText')}</p>
          <Button
            variant="primary"
            size={56}
            wide
            pending={tryItNow.isPending}
            onPress={() => {
              navigate('sell')
              tryItNow.mutate({ language })
            }}
          >
            {t('tryAct')}
          </Button>
        </section>
        <section className="door">
          <Icon name="stock" size={34} />
          <h2>{t('connectTitle')}</h2>
          <p>{t('connectText')}</p>
          <Button size={56} wide disabled={tryItNow.isPending} onPress={onConnect}>
            {t('connectAct')}
          </Button>
        </section>
      </div>
    </div>
  )
}
