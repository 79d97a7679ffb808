import { useState } from 'react'
import type { Settings } from '../../../core/contract/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { PrinterFields } from '../printer/PrinterFields.tsx'
import { words as shiftWords } from '../shift/words.ts'
import { Step } from './Step.tsx'
import { words } from './words.ts'

const papers = ['58mm', '80mm', 'A4'] as const

/** Where receipts print, with a test page; and whether a sale needs an open shift. */
export function PrinterStep({ onDone }: { onDone: () => void }) {
  const t = useWords(words)
  const tShift = useWords(shiftWords)
  const { data: saved, error } = useCall('settings.get', {})
  const [changes, change] = useState<Partial<Pick<Settings, 'printer' | 'paper'>>>({})
  const [shiftRequired, setShiftRequired] = useState(true)
  const save = useAct('settings.save')
  const { printer, paper } = { ...saved, ...changes }
  return (
    <Step
      step="printer"
      title={t('printer.title')}
      onSubmit={() => save.mutate({ ...changes, shiftRequired }, { onSuccess: onDone })}
      acts={
        <Button type="submit" variant="primary" size={48} pending={save.isPending}>
          {t('finish')}
        </Button>
      }
    >
      <p>{t('printer.text')}</p>
      <FailureNote error={error ?? save.error} />
      {printer && paper && (
        <>
          <div className="step-choice">
            <span className="field-label">{t('printer.paper')}</span>
            <Pills
              label={t('printer.paper')}
              value={paper}
              onChange={(next) => change({ ...changes, paper: next })}
              pills={papers.map((id) => ({ id, label: t(`printer.papers.${id}`) }))}
            />
          </div>
          <PrinterFields
            printer={printer}
            paper={paper}
            onChange={(next) => change({ ...changes, printer: next })}
          />
          <Switch
            label={tShift('settings.required')}
            hint={tShift('settings.requiredText')}
            value={shiftRequired}
            onChange={setShiftRequired}
          />
        </>
      )}
    </Step>
  )
}
