import type { ProfileView } from '../../../../core/contract/workspace.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notices.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { ConnectionFields } from '../../firstRun/ConnectionFields.tsx'
import { useConnectionForm } from '../../firstRun/useConnectionForm.ts'
import { words } from '../words.ts'

interface ConnectDialogProps {
  /** The profile whose connection is corrected. Absent: a new profile is made, whose device is initialised afterwards. */
  profile?: ProfileView
  onClose: () => void
}

/** A device that the authority has approved. */
export function ConnectDialog({ profile, onClose }: ConnectDialogProps) {
  const t = useWords(words)
  const form = useConnectionForm(profile)
  const create = useAct('profile.create')
  const correct = useAct('profile.correct')
  function submit() {
    const input = form.check()
    if (!input) return
    const onSuccess = ({ name }: ProfileView) => {
      notify({ tone: 'ok', text: t(profile ? 'connect.corrected' : 'connect.done', { name }) })
      onClose()
    }
    if (profile) correct.mutate({ id: profile.id, ...input }, { onSuccess })
    else create.mutate(input, { onSuccess })
  }
  return (
    <Dialog
      title={profile ? t('connect.correctTitle', { name: profile.name }) : t('connect.title')}
      size="large"
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" pending={create.isPending || correct.isPending} onPress={submit}>
          {t(profile ? 'connect.correctConfirm' : 'connect.confirm')}
        </Button>
      }
    >
      <form
        className="settings-fields settings-wide"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ConnectionFields form={form} failed={create.error ?? correct.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
