import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { sessionShown } from '../../core/contract/sessionShown.ts'
import { linkState, onLinkState } from '../bridge/link.ts'
import { Empty } from '../components/Empty.tsx'
import { Note } from '../components/Note.tsx'
import { notify } from '../components/notices.ts'
import { common } from '../i18n/common.ts'
import { say, setLanguage, useLanguage, useWords } from '../i18n/index.ts'
import { listenForKeys } from '../input/keys.ts'
import { listenForScans } from '../input/scannerInput.ts'
import { playSound } from '../input/sounds.ts'
import { forgetOthers, type Shown, ShownContext, useCall } from '../queries/calls.ts'
import { UnlockScreen } from '../screens/unlock/UnlockScreen.tsx'
import { late } from '../window/late.ts'
import { useProfileSwitch } from '../window/profileSwitch.ts'
import type { State } from '../window/session.ts'
import { Help } from './Help.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { Shell } from './Shell.tsx'
import { SwitchedDialog } from './SwitchedDialog.tsx'
import './App.css'

/** A shop sees it once. */
const FirstRunScreen = late(
  async () => (await import('../screens/firstRun/FirstRunScreen.tsx')).FirstRunScreen,
)
const UnopenedScreen = late(
  async () => (await import('../screens/unopened/UnopenedScreen.tsx')).UnopenedScreen,
)

/** Chooses the first view: first run, unlocking, or the till. */
export function App() {
  const t = useWords(common)
  const link = useSyncExternalStore(onLinkState, linkState)
  const { data: state } = useCall('workspace.state', {})

  const kept = state?.language
  useEffect(() => {
    if (kept) setLanguage(kept)
  }, [kept])

  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const profile = state?.currentProfile?.id ?? null
  const session = state?.session
  const training = session?.training === true
  const person = session ? sessionShown(session.user.id, training) : null
  const shown = useMemo((): Shown => ({ profile, person }), [profile, person])
  useEffect(() => forgetOthers(shown), [shown])

  const environment = state?.currentProfile?.environment
  useEffect(() => {
    document.body.dataset['environment'] = environment ?? ''
  }, [environment])

  useEffect(() => {
    document.body.dataset['training'] = String(training)
  }, [training])

  // Keys after scans: a scan is taken out before any key is looked at.
  useEffect(() => {
    const endScans = listenForScans((code) => {
      playSound('no')
      notify({ tone: 'wait', text: say(common, 'scan.noUse', { code }) })
    })
    const endKeys = listenForKeys()
    return () => {
      endScans()
      endKeys()
    }
  }, [])

  if (link === 'refused') {
    return (
      <main className="app">
        <Empty title={t('host.refusedTitle')} level={1}>
          {t('host.refused')}
        </Empty>
      </main>
    )
  }
  return (
    <div className="app">
      {link === 'gone' && (
        <Note tone="bad" title={t('host.goneTitle')}>
          {t('host.gone')}
        </Note>
      )}
      <div className="app-view">
        <ScreenBoundary>
          {state && (
            <ShownContext value={shown}>
              <View state={state} />
            </ShownContext>
          )}
        </ScreenBoundary>
      </div>
    </div>
  )
}

function View({ state }: { state: State }) {
  const { phase, people, session, currentProfile, unopenedProfile, firstRun } = state
  const isBegun = firstRun !== null && session?.user.role === 'owner'
  const { left, forget } = useProfileSwitch(session && currentProfile)
  if (session && unopenedProfile !== null) {
    return <UnopenedScreen name={unopenedProfile} user={session.user} />
  }
  if (phase !== 'ready' || (session && (isBegun || !currentProfile))) {
    return (
      <>
        <FirstRunScreen phase={phase} session={session} profile={currentProfile} firstRun={firstRun} />
        <Help place="firstRun" reader={null} />
      </>
    )
  }
  if (!session || !currentProfile) {
    return (
      <>
        <UnlockScreen people={people} profile={currentProfile} />
        <Help place="unlock" reader={null} />
      </>
    )
  }
  return (
    <>
      <Shell
        key={`${currentProfile.id} ${sessionShown(session.user.id, session.training)}`}
        user={session.user}
        profile={currentProfile}
        training={session.training}
      />
      {left && <SwitchedDialog left={left} profile={currentProfile} onClose={forget} />}
    </>
  )
}
