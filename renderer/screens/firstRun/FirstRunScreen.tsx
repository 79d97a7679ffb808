import { useState } from 'react'
import { Notices } from '../../components/Notices.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { HelpButton } from '../../window/HelpButton.tsx'
import { LanguageSwitch } from '../../window/LanguageSwitch.tsx'
import { late } from '../../window/late.ts'
import { navigate } from '../../window/navigation.ts'
import { HereContext, type Profile, type State, type User } from '../../window/session.ts'
import { DeviceStep } from './DeviceStep.tsx'
import { Doors } from './Doors.tsx'
import { OwnerStep } from './OwnerStep.tsx'
import { PrinterStep } from './PrinterStep.tsx'
import { RestoreStep } from './RestoreStep.tsx'
import { ShopStep } from './ShopStep.tsx'
import './FirstRunScreen.css'

const GoodsStep = late(async () => (await import('./goods/GoodsStep.tsx')).GoodsStep)

interface FirstRunScreenProps {
  phase: State['phase']
  session: State['session']
  profile: Profile | null
  firstRun: State['firstRun']
}

/** Three doors, or the steps of a shop of one's own. The core knows the step, so a restart continues there. */
export function FirstRunScreen({ phase, session, profile, firstRun }: FirstRunScreenProps) {
  const tc = useWords(common)
  const [door, open] = useState<'shop' | 'restore' | null>(null)
  return (
    <main className="first-run">
      <header className="first-run-head">
        <b>{tc('appName')}</b>
        <HelpButton />
        <LanguageSwitch />
      </header>
      <div className="first-run-body">
        {session ? (
          // Parts of other screens ask who is here.
          <HereContext value={profile && { user: session.user, profile, training: false }}>
            <Steps at={firstRun ?? { step: 'shop', shop: null }} profile={profile} user={session.user} />
          </HereContext>
        ) : phase === 'needs-owner' || door ? (
          <OwnerStep
            alone={phase === 'needs-owner'}
            {...(door ? { first: door } : {})}
            {...(phase === 'first-run' ? { onBack: () => open(null) } : {})}
          />
        ) : (
          <Doors onConnect={() => open('shop')} onRestore={() => open('restore')} />
        )}
      </div>
      <Notices />
    </main>
  )
}

interface StepsProps {
  at: NonNullable<State['firstRun']>
  profile: Profile | null
  user: User
}

function Steps({ at, profile, user }: StepsProps) {
  const { mutate } = useAct('firstRun.save')
  const go = (step: NonNullable<State['firstRun']>['step']) => () => mutate({ step })
  function finish() {
    navigate('sell')
    mutate({ step: 'over' })
  }
  switch (at.step) {
    case 'restore':
      return <RestoreStep userName={user.name} profile={profile} onBack={go('shop')} onDone={go('device')} />
    case 'shop':
      return <ShopStep shop={at.shop} onRestore={go('restore')} />
    case 'device':
      return (
        <DeviceStep
          shopName={at.shop?.tradeName ?? ''}
          profile={profile}
          onBack={go('shop')}
          onDone={go('goods')}
          onPractise={finish}
        />
      )
    case 'goods':
      return <GoodsStep onDone={go('printer')} />
    case 'printer':
      return <PrinterStep onDone={finish} />
  }
}
