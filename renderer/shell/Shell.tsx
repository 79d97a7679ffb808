import { useEffect, useSyncExternalStore } from 'react'
import { Notices } from '../components/Notices.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useKeysEverywhere } from '../input/keys.ts'
import { tuneScanner } from '../input/scannerInput.ts'
import { enableSounds } from '../input/sounds.ts'
import { useTouched } from '../input/useTouched.ts'
import { approvalAsked, onApprovalAsked } from '../queries/approval.ts'
import { useAct, useCall } from '../queries/calls.ts'
import { usePlace } from '../window/navigation.ts'
import { leastRole } from '../window/screenNames.ts'
import { HereContext, mayUse, type Profile, type User } from '../window/session.ts'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import { Bar } from './Bar.tsx'
import { Help } from './Help.tsx'
import { Rail } from './Rail.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { loadScreens, screens } from './screens.ts'
import './Shell.css'

/** The till unlocked: bar, rail, and the screen that the address names. */
export function Shell({ user, profile, training }: { user: User; profile: Profile; training: boolean }) {
  const t = useWords(common)
  const place = usePlace()
  const screen = mayUse(user, leastRole[place.screen] ?? 'cashier') ? place.screen : 'sell'
  const Screen = screens[screen]
  const lock = useAct('session.lock')

  const { data: settings } = useCall('settings.get', {})
  useEffect(() => {
    if (!settings) return
    tuneScanner(settings.scanner)
    enableSounds(settings.sounds)
  }, [settings])

  useEffect(loadScreens, [])
  useTouched()
  const approval = useSyncExternalStore(onApprovalAsked, approvalAsked)

  const shop = settings?.shop.tradeName
  useEffect(() => {
    document.title = [t(`screens.${screen}`), shop, t('appName')].filter(Boolean).join(' · ')
  })

  useKeysEverywhere([{ key: 'Ctrl+L', run: () => lock.mutate({}) }])

  return (
    <HereContext value={{ user, profile, training }}>
      <div className="shell">
        <Bar user={user} profile={profile} training={training} onLock={() => lock.mutate({})} />
        <Rail current={screen} />
        <main className="work" id="work" tabIndex={-1} aria-label={t(`screens.${screen}`)}>
          <ScreenBoundary key={screen}>
            <Screen />
          </ScreenBoundary>
        </main>
      </div>
      <Notices />
      {approval && <ApprovalDialog asked={approval} />}
      <Help key={screen} place={screen} reader={user.role} />
    </HereContext>
  )
}
