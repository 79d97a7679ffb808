import { useEffect } from 'react'
import type { PrinterConnection } from '../../../core/contract/printer.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

interface FindDialogProps {
  onChoose: (connection: PrinterConnection, title: string) => void
  onClose: () => void
}

/** What this computer lists at once; the network only on request, as every address of it is asked. */
export function FindDialog({ onChoose, onClose }: FindDialogProps) {
  const t = useWords(words)
  const { mutate, data, error, isPending } = useAct('printer.find')
  useEffect(() => mutate({ network: false }), [mutate])
  const found = data?.found ?? []
  return (
    <Dialog
      title={t('own.find')}
      onClose={onClose}
      acts={
        <>
          <Button onPress={() => onChoose({ kind: 'network', host: '', port: 9100 }, '')}>
            {t('own.byHand')}
          </Button>
          <Button icon="search" pending={isPending} onPress={() => mutate({ network: true })}>
            {t('own.network')}
          </Button>
        </>
      }
    >
      <p>{t(isPending ? 'own.looking' : 'own.findText')}</p>
      <FailureNote error={error} />
      {data && found.length === 0 && <Note tone="wait" title={t('own.nothingFound')} />}
      <ul className="printer-found">
        {found.map(({ connection, title }) => (
          <li key={JSON.stringify(connection)}>
            <Button wide onPress={() => onChoose(connection, title)}>
              {`${t(`own.connection.${connection.kind}`)}: ${title}`}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
