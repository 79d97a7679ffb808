import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import type { Profile } from '../window/session.ts'

interface SwitchedDialogProps {
  /** The profile that the window showed before. */
  left: Profile
  profile: Profile
  onClose: () => void
}

/** Says in which books this window works now, and where what was begun has gone: somebody else has switched the till. */
export function SwitchedDialog({ left, profile, onClose }: SwitchedDialogProps) {
  const t = useWords(common)
  const { name, environment } = profile
  return (
    <Dialog
      title={t(`switched.${environment}`, { name })}
      role="alertdialog"
      onClose={onClose}
      acts={
        <Button variant="primary" size={56} keyCap="Esc" onPress={onClose}>
          {t('switched.goOn', { name })}
        </Button>
      }
    >
      <p>{t(environment === 'sandbox' ? 'switched.sandboxMeans' : 'switched.productionMeans')}</p>
      <p>{t('switched.left', { name: left.name })}</p>
      <p>{t('switched.elsewhere')}</p>
    </Dialog>
  )
}
