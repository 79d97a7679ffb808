import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { notify } from '../../../components/notices.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { words } from '../words.ts'

/** Makes a Sandbox on the practice authority. */
export function PracticeDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const [name, setName] = useState(t('practice.nameDefault'))
  const [demoShop, setDemoShop] = useState(true)
  const create = useAct('profile.createPractice')
  const confirm = () =>
    create.mutate(
      { name: name.trim(), demoShop },
      {
        onSuccess: (made) => {
          notify({ tone: 'ok', text: t('practice.done', { name: made.name }) })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={t('practice.title')}
      onClose={onClose}
      acts={
        <Button
          size={48}
          variant="primary"
          disabled={name.trim() === ''}
          pending={create.isPending}
          onPress={confirm}
        >
          {t('practice.confirm')}
        </Button>
      }
    >
      <p>{t('practice.text')}</p>
      <TextField label={t('practice.name')} value={name} onChange={setName} maxLength={60} autoFocus />
      <Switch
        label={t('practice.demo')}
        hint={t('practice.demoText')}
        value={demoShop}
        onChange={setDemoShop}
      />
      <FailureNote error={create.error} />
    </Dialog>
  )
}
