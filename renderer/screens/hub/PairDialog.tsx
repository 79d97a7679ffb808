import { useState } from 'react'
import { hubAddressForm } from '../../../core/contract/hubLink.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { groupedCode, isWholeCode, typedCode } from './pairingForm.ts'
import { TwoWords } from './TwoWords.tsx'
import { words } from './words.ts'

interface PairDialogProps {
  onClose: () => void
}

/** Links this till: the hub's address and code, then the words that prove that nobody stands between. */
export function PairDialog({ onClose }: PairDialogProps) {
  const t = useWords(words)
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState(false)
  const pair = useAct('hub.pair')
  const link = pair.data?.link
  const isAddress = hubAddressForm.test(address.trim())
  function go() {
    setAsked(true)
    if (isAddress && isWholeCode(code) && !pair.isPending)
      pair.mutate({ address: address.trim(), code: groupedCode(code) })
  }
  if (link)
    return (
      <Dialog
        key="done"
        title={t('pair.doneTitle')}
        onClose={onClose}
        acts={
          <Button size={48} variant="primary" keyCap="Enter" autoFocus onPress={onClose}>
            {t('pair.done')}
          </Button>
        }
      >
        <h3>{t('pair.compare')}</h3>
        <TwoWords words={link.words} />
        <p>{t('pair.compareText', { name: link.tillName })}</p>
        {link.problem === 'unconfirmed' && <p>{t('todo.unconfirmed')}</p>}
      </Dialog>
    )
  return (
    <Dialog
      key="form"
      title={t('pair.title')}
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" keyCap="Enter" pending={pair.isPending} onPress={go}>
          {t('pair.act')}
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
        <p>{t('pair.text')}</p>
        <TextField
          label={t('pair.address')}
          hint={t('pair.addressHint')}
          value={address}
          onChange={setAddress}
          error={asked && !isAddress ? t('pair.addressForm') : undefined}
          inputMode="url"
          maxLength={260}
          autoFocus
        />
        <TextField
          className="hub-code-field"
          label={t('pair.code')}
          hint={t('pair.codeHint')}
          value={code}
          onChange={(typed) => setCode(typedCode(code, typed))}
          error={asked && !isWholeCode(code) ? t('pair.codeForm') : undefined}
          maxLength={40}
        />
        <FailureNote error={pair.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
