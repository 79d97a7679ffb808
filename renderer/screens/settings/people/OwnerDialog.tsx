import type { InputOf } from '../../../../core/contract/index.ts'
import type { ProfileView } from '../../../../core/contract/workspace.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import type { User } from '../../../window/session.ts'
import { OwnerFields, useOwnerForm } from '../../firstRun/OwnerFields.tsx'
import { words } from '../words.ts'

interface OwnerDialogProps {
  profile: ProfileView
  /** The person who asks. */
  user: User
  /** Name of the profile that is left; absent: it could not be opened. */
  here: string | undefined
  onNext: (owner: InputOf<'workspace.createOwner'>) => void
  onClose: () => void
}

/** Production lets nobody of the demo shop in: it asks who owns the shop, unless somebody does already. */
export function OwnerDialog({ profile, user, here, onNext, onClose }: OwnerDialogProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const { data, error } = useCall('user.list', {})
  const people = data?.people.filter(({ active }) => active) ?? []
  const there = people.find(({ role, demo }) => role === 'owner' && !demo)
  const form = useOwnerForm((wanted) => people.some(({ name }) => name.toLowerCase() === wanted))
  const next = () => form.owner && onNext(form.owner)
  return (
    <Dialog
      title={t('switch.ownerTitle', { name: profile.name })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {here === undefined ? tc('acts.cancel') : t('switch.stay', { name: here })}
          </Button>
          {!there && (
            <Button size={48} variant="primary" disabled={!data || form.owner === null} onPress={next}>
              {t('switch.ownerNext')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('switch.ownerText', { name: user.name })}</p>
      <FailureNote error={error} />
      {there ? (
        <p>{t('switch.ownerThere', { name: there.name })}</p>
      ) : (
        <form
          className="settings-fields"
          onSubmit={(event) => {
            event.preventDefault()
            next()
          }}
        >
          <OwnerFields form={form} />
          <button type="submit" hidden />
        </form>
      )}
    </Dialog>
  )
}
