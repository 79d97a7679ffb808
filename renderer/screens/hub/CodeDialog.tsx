import { useEffect } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { formatTime } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

/** A new code of the hub, for a till that shall join. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const { mutate, data, error, isPending } = useAct('hub.code')
  useEffect(() => mutate({}), [mutate])
  return (
    <Dialog
      title={t('code.title')}
      onClose={onClose}
      acts={
        <Button size={48} pending={isPending} onPress={() => mutate({})}>
          {t('code.another')}
        </Button>
      }
    >
      <p>{t('code.text')}</p>
      <FailureNote error={error} />
      {data && <ShownCode {...data} />}
    </Dialog>
  )
}

interface ShownCodeProps {
  code: string
  until: number
  addresses: readonly string[]
}

/** What a person types at the new till. */
export function ShownCode({ code, until, addresses }: ShownCodeProps) {
  const t = useWords(words)
  return (
    <dl className="hub-shown">
      <dt>{t('pair.address')}</dt>
      {addresses.map((address) => (
        <dd key={address}>{address}</dd>
      ))}
      <dt>{t('pair.code')}</dt>
      <dd className="hub-code">{code}</dd>
      <dd className="hub-soft">{t('code.until', { time: formatTime(until) })}</dd>
    </dl>
  )
}
