import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { explain } from '../../i18n/errors.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import {
  faultySignatureFields,
  type SignatureField,
  type SignatureForm,
  signatureInput,
} from './signatureForm.ts'
import { words } from './words.ts'

interface SignatureDialogProps {
  receipt: OutputOf<'invoice.get'>
  onClose: () => void
}

/** Copies the authority's data of a document that it has, but whose answer was lost. */
export function SignatureDialog({ receipt, onClose }: SignatureDialogProps) {
  const t = useWords(words)
  const [form, setForm] = useState<SignatureForm>({
    signature: '',
    internalData: '',
    receiptNumber: '',
    totalReceiptNumber: '',
    date: '',
    time: '',
  })
  const [asked, setAsked] = useState(false)
  const enter = useAct('invoice.enterSignature')
  const faulty = faultySignatureFields(form)
  const document = t(receipt.kind, { number: receipt.number })
  const failure = enter.error?.failure

  function confirm() {
    setAsked(true)
    if (faulty.length > 0) return
    enter.mutate(signatureInput(receipt.id, form), {
      onSuccess: () => {
        notify({ tone: 'ok', text: t('signature.done', { number: document }) })
        onClose()
      },
    })
  }

  const hint = (field: SignatureField) =>
    field === 'date' ? 'DD/MM/YYYY' : field === 'time' ? 'HH:MM:SS' : t(`signature.${field}Hint`)
  const fieldOf = (field: SignatureField, maxLength: number, numeric = false) => (
    <TextField
      label={t(`signature.${field}`)}
      hint={hint(field)}
      error={
        failure?.field === field
          ? explain(failure)
          : asked && faulty.includes(field)
            ? hint(field)
            : undefined
      }
      value={form[field]}
      onChange={(value) => {
        enter.reset()
        setForm({ ...form, [field]: value.toUpperCase() })
      }}
      maxLength={maxLength}
      autoFocus={field === 'signature'}
      {...(numeric ? { inputMode: 'numeric' as const } : {})}
    />
  )
  return (
    <Dialog
      title={t('signature.title', { number: document })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('signature.cancel')}
          </Button>
          <Button size={48} variant="primary" pending={enter.isPending} onPress={confirm}>
            {t('signature.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('signature.text')}</p>
      {fieldOf('signature', 23)}
      {fieldOf('internalData', 38)}
      <div className="receipts-pair">
        {fieldOf('receiptNumber', 12, true)}
        {fieldOf('totalReceiptNumber', 12, true)}
        {fieldOf('date', 10, true)}
        {fieldOf('time', 8)}
      </div>
      {failure && !(failure.field !== undefined && failure.field in form) && (
        <FailureNote error={enter.error} />
      )}
    </Dialog>
  )
}
