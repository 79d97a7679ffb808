import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { longestPassword, type ScreenSession } from '../../../../core/contract/hub/screens.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { CallFailed } from '../../../queries/calls.ts'
import { words } from '../words.ts'
import { signIn } from './session.ts'

export function SignIn({ onSignedIn }: { onSignedIn: (session: ScreenSession) => void }) {
  const t = useWords(words)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const enter = useMutation<ScreenSession, CallFailed>({
    mutationFn: () => signIn(name, password),
    onSuccess: onSignedIn,
    onError: () => setPassword(''),
  })
  const isFilled = name.trim() !== '' && password !== ''
  return (
    <form
      className="hub-form hub-sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (isFilled && !enter.isPending) enter.mutate()
      }}
    >
      <h2>{t('page.signIn')}</h2>
      <p className="hub-soft">{t('page.signInText')}</p>
      <TextField
        label={t('screens.name')}
        value={name}
        onChange={setName}
        autoComplete="username"
        maxLength={40}
        autoFocus
      />
      <TextField
        label={t('screens.password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        maxLength={longestPassword}
      />
      <FailureNote error={enter.error} />
      <Button type="submit" variant="primary" size={48} disabled={!isFilled} pending={enter.isPending} wide>
        {t('page.signIn')}
      </Button>
    </form>
  )
}
