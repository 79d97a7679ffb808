import { useState } from 'react'
import { longestPassword, shortestPassword } from '../../../core/contract/hub/screens.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { queryClient } from '../../queries/client.ts'
import { useHere } from '../../window/session.ts'
import { words } from './words.ts'

/** The name and the password with which this owner opens the hub's screens. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const { user } = useHere()
  const [name, setName] = useState(user.name.slice(0, 40))
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [asked, setAsked] = useState(false)
  const set = useAct('hub.setPassword')
  const isLong = password.length >= shortestPassword
  const isSame = password === again
  const go = () => {
    setAsked(true)
    if (name.trim() === '' || !isLong || !isSame || set.isPending) return
    set.mutate(
      { name: name.trim(), password },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: t('screens.done') })
          onClose()
          return queryClient.invalidateQueries({ queryKey: ['hub.screens'] })
        },
      },
    )
  }
  return (
    <Dialog
      title={t('screens.set')}
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" keyCap="Enter" pending={set.isPending} onPress={go}>
          {t('screens.act')}
        </Button>
      }
    >
      <form
        className="hub-form"
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <p>{t('screens.setText')}</p>
        <TextField
          label={t('screens.name')}
          value={name}
          onChange={setName}
          error={asked && name.trim() === '' ? t('screens.nameForm') : undefined}
          autoComplete="username"
          maxLength={40}
        />
        <TextField
          label={t('screens.password')}
          hint={t('screens.passwordForm', { count: shortestPassword })}
          type="password"
          value={password}
          onChange={setPassword}
          error={asked && !isLong ? t('screens.passwordForm', { count: shortestPassword }) : undefined}
          autoComplete="new-password"
          maxLength={longestPassword}
          autoFocus
        />
        <TextField
          label={t('screens.again')}
          type="password"
          value={again}
          onChange={setAgain}
          error={asked && isLong && !isSame ? t('screens.againForm') : undefined}
          autoComplete="new-password"
          maxLength={longestPassword}
        />
        <FailureNote error={set.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
