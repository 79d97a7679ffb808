import { useState } from 'react'
import type { DirectPrinter } from '../../../core/contract/printer.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { FindDialog } from './FindDialog.tsx'
import { addressOf, type PrinterForm, printerAt } from './form.ts'
import { PrinterDialog } from './PrinterDialog.tsx'
import { PrintJobs } from './PrintJobs.tsx'
import { words } from './words.ts'

type Open = { is: 'find' } | { is: 'jobs' } | { is: 'form'; form: PrinterForm }

/** The printers that Kaunta drives itself, each with its state and its uses. */
export function DirectPrinters({ onTested }: { onTested: () => void }) {
  const t = useWords(words)
  const { data, error } = useCall('printer.state', {})
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const printers = data?.printers ?? []
  return (
    <div className="printer-choice">
      <FailureNote error={error} />
      {data && printers.length === 0 && <Empty title={t('own.none')}>{t('own.noneText')}</Empty>}
      <ul className="printer-rows">
        {printers.map((printer) => (
          <PrinterRow
            key={printer.id}
            printer={printer}
            onChange={() => setOpen({ is: 'form', form: printer })}
          />
        ))}
      </ul>
      <div className="printer-acts">
        <Button icon="search" onPress={() => setOpen({ is: 'find' })}>
          {t('own.find')}
        </Button>
        <Button onPress={() => setOpen({ is: 'jobs' })}>{t('job.title')}</Button>
      </div>
      {open?.is === 'find' && (
        <FindDialog
          onChoose={(connection, title) =>
            setOpen({ is: 'form', form: printerAt(connection, title, printers) })
          }
          onClose={close}
        />
      )}
      {open?.is === 'form' && (
        <PrinterDialog form={open.form} others={printers} onTested={onTested} onClose={close} />
      )}
      {open?.is === 'jobs' && <PrintJobs onClose={close} />}
    </div>
  )
}

function PrinterRow({ printer, onChange }: { printer: DirectPrinter; onChange: () => void }) {
  const t = useWords(words)
  const { name, connection, uses, drawer, trouble, paperLow, waiting } = printer
  const parts = [
    ...uses.map((use) => t(`own.uses.${use}`)),
    drawer && t('own.drawer'),
    waiting > 0 && t('job.waitingCount', { count: waiting }),
  ].filter((part) => typeof part === 'string')
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>{addressOf(connection)}</small>
        <small>{parts.join(' · ')}</small>
      </div>
      <StateWord tone={trouble ? 'bad' : paperLow ? 'wait' : 'ok'}>
        {t(trouble ? `trouble.${trouble}.word` : paperLow ? 'own.paperLow' : 'own.ready')}
      </StateWord>
      <Button label={t('own.changeOf', { name })} onPress={onChange}>
        {t('own.change')}
      </Button>
    </li>
  )
}
