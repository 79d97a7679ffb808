import { useState } from 'react'
import type { InputOf } from '../../../../core/contract/index.ts'
import type { ProfileView } from '../../../../core/contract/workspace.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { NumberPad } from '../../../components/fields/NumberPad.tsx'
import { padText } from '../../../components/fields/numberPad.ts'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { chooseProfile } from '../../../window/profileSwitch.ts'
import type { User } from '../../../window/session.ts'
import { EnterArea } from '../../sell/parts/EnterArea.tsx'
import { OwnerDialog } from '../people/OwnerDialog.tsx'
import { words } from '../words.ts'

interface SwitchDialogProps {
  profile: ProfileView
  /** The person who asks. */
  user: User
  /** Name of the profile that is left; absent: it could not be opened. */
  here?: string
  onClose: () => void
}

/**
 * Asks before the window works in other books. Into a Sandbox it is one press; into Production the last four
 * figures of the shop's tax PIN are entered, so that neither can be done for the other by habit.
 */
export function SwitchDialog({ profile, user, here, onClose }: SwitchDialogProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const [figures, setFigures] = useState('')
  const [owner, setOwner] = useState<InputOf<'workspace.createOwner'> | null>(null)
  const switchTo = useAct('profile.switch')
  const production = profile.environment === 'production'
  const wanted = profile.taxpayerPin.slice(6, 10)
  const sure = !production || figures === wanted
  const { name } = profile
  const confirmWords = t(production ? 'switch.confirmProduction' : 'switch.confirmSandbox')

  function confirm() {
    if (!sure || switchTo.isPending) return
    chooseProfile(profile.id)
    switchTo.mutate({ id: profile.id, ...(owner ? { owner } : {}) })
  }

  if (production && user.demo && owner === null) {
    return <OwnerDialog profile={profile} user={user} here={here} onNext={setOwner} onClose={onClose} />
  }
  return (
    <Dialog
      title={t(production ? 'switch.toProduction' : 'switch.toSandbox', { name })}
      role="alertdialog"
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {here === undefined ? tc('acts.cancel') : t('switch.stay', { name: here })}
          </Button>
          <Button
            size={48}
            keyCap="Enter"
            autoFocus={!production}
            variant={production ? 'danger' : 'primary'}
            disabled={!sure}
            pending={switchTo.isPending}
            onPress={confirm}
          >
            {confirmWords}
          </Button>
        </>
      }
    >
      <p>{t(production ? 'switch.productionText' : 'switch.sandboxText')}</p>
      {!production && here !== undefined && <p>{t('switch.sandboxLeft', { name: here })}</p>}
      {production && (
        <EnterArea className="settings-confirm" label={confirmWords} onEnter={confirm}>
          <p>{t('switch.enter', { pin: profile.taxpayerPin })}</p>
          <output className="settings-figures" aria-label={t('switch.figures')} data-good={sure}>
            {figures.padEnd(4, '·')}
          </output>
          <NumberPad
            corner="clear"
            onKey={(key) => setFigures(padText(figures, key, { decimals: 0, digits: 4 }))}
          />
        </EnterArea>
      )}
      <FailureNote error={switchTo.error} />
    </Dialog>
  )
}
