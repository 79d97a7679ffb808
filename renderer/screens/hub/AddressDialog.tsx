import { useState } from 'react'
import { hubAddressForm } from '../../../core/contract/hubLink.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

/** Where the hub is now. Its key proves that it is the same hub. */
export function AddressDialog({ address: present, onClose }: { address: string; onClose: () => void }) {
  const t = useWords(words)
  const [address, setAddress] = useState(present)
  const set = useAct('hub.setAddress')
  const text = address.trim()
  const isAddress = hubAddressForm.test(text)
  const onSuccess = () => {
    notify({ tone: 'ok', text: t('address.changed') })
    onClose()
  }
  const go = () => {
    if (isAddress && !set.isPending) set.mutate({ address: text }, { onSuccess })
  }
  return (
    <Dialog
      title={t('address.title')}
      onClose={onClose}
      acts={
        <Button size={48} variant="primary" keyCap="Enter" pending={set.isPending} onPress={go}>
          {t('address.act')}
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
        <TextField
          label={t('pair.address')}
          hint={t('pair.addressHint')}
          value={address}
          onChange={setAddress}
          error={isAddress ? undefined : t('pair.addressForm')}
          inputMode="url"
          maxLength={260}
          autoFocus
        />
        <FailureNote error={set.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
