import { type ReactNode, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import type { BarNote } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { PrintJobs, useJobTitle } from './PrintJobs.tsx'
import { words } from './words.ts'

/** What keeps a printer from the next receipt, and papers of which nobody knows whether they came out. */
export function usePrinterNotes(): { notes: BarNote[]; dialog: ReactNode } {
  const t = useWords(words)
  const [open, setOpen] = useState(false)
  const { data: state } = useCall('printer.state', {})
  const hasPrinters = (state?.printers.length ?? 0) > 0
  const { data: jobs } = useCall('printJob.list', {}, { enabled: hasPrinters })
  const titleOf = useJobTitle()
  const answer = useAct('printJob.answer')
  const say = (id: number, printed: boolean) => () => answer.mutate({ id, printed }, { onError: tellFailure })
  const papers = <Button onPress={() => setOpen(true)}>{t('job.title')}</Button>

  const unknown = jobs?.open.find((job) => job.state === 'unknown')
  const asked: BarNote[] = unknown
    ? [
        {
          key: `job ${unknown.id}`,
          tone: 'wait',
          title: t('job.question', { title: titleOf(unknown), name: unknown.printerName }),
          children: t('job.questionText'),
          acts: (
            <>
              <Button variant="primary" pending={answer.isPending} onPress={say(unknown.id, true)}>
                {t('job.yes')}
              </Button>
              <Button pending={answer.isPending} onPress={say(unknown.id, false)}>
                {t('job.no')}
              </Button>
            </>
          ),
        },
      ]
    : []
  const troubles = (state?.printers ?? []).flatMap(
    ({ id, name, trouble, paperLow, uses, drawer, waiting }): BarNote[] => {
      if (uses.length === 0 && !drawer && waiting === 0) return []
      if (trouble) {
        return [
          {
            key: `printer ${id}`,
            tone: 'bad',
            title: t(`trouble.${trouble}.text`, { name }),
            short: `${name}: ${t(`trouble.${trouble}.word`)}`,
            children: waiting > 0 ? t('job.waitingCount', { count: waiting }) : undefined,
            acts: papers,
          },
        ]
      }
      return paperLow ? [{ key: `paper ${id}`, tone: 'wait', title: t('own.paperLowText', { name }) }] : []
    },
  )
  return { notes: [...asked, ...troubles], dialog: open && <PrintJobs onClose={() => setOpen(false)} /> }
}
