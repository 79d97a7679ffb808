import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { ConnectionFields, useConnectionForm } from '../firstRun/ConnectionFields.tsx'
import { words } from './words.ts'

/** Makes a profile of a device that the authority has approved; it is initialised afterwards. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const form = useConnectionForm()
  const create = useAct('profile.create')
  function submit() {
    if (!form.input) return
    create.mutate(form.input, {
      onSuccess: ({ name }) => {
        notify({ tone: 'ok', text: t('connect.done', { name }) })
        onClose()
      },
    })
  }
  return (
    <Dialog
      title={t('connect.title')}
      size="large"
      onClose={onClose}
      acts={
        <Button
          size={48}
          variant="primary"
          disabled={form.input === null}
          pending={create.isPending}
          onPress={submit}
        >
          {t('connect.confirm')}
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
        <ConnectionFields form={form} failed={create.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
