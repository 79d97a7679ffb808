import type { Paper, PrinterChoice } from '../../../core/contract/workspace.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Note } from '../../components/Note.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { DirectPrinters } from './DirectPrinters.tsx'
import './printer.css'
import { TestPage } from './TestPage.tsx'
import { words } from './words.ts'

const kinds: readonly PrinterChoice['kind'][] = ['window', 'system', 'direct', 'pdf']

interface PrinterFieldsProps {
  printer: PrinterChoice
  paper: Paper
  /** Another printer is not tested yet. */
  onChange: (printer: PrinterChoice) => void
}

/** Where receipts are printed, and a test page of it. */
export function PrinterFields({ printer, paper, onChange }: PrinterFieldsProps) {
  const t = useWords(words)
  const { kind, name } = printer
  const onTested = () => onChange({ ...printer, tested: true })
  return (
    <>
      <div className="printer-choice">
        <span className="field-label">{t('kind')}</span>
        <Pills
          label={t('kind')}
          value={kind}
          onChange={(next) => onChange({ kind: next })}
          pills={kinds.map((id) => ({ id, label: t(id) }))}
        />
        <p>{t(`${kind}Text`)}</p>
      </div>
      {kind === 'system' && <PrinterList name={name} onChange={onChange} />}
      {kind === 'direct' ? (
        <DirectPrinters onTested={onTested} />
      ) : (
        <TestPage key={`${kind} ${name}`} printer={printer} paper={paper} onTested={onTested} />
      )}
    </>
  )
}

const usual = ''

/** The printers of the computer; the first choice is its default printer. */
function PrinterList({
  name = usual,
  onChange,
}: Pick<PrinterFieldsProps, 'onChange'> & { name?: string | undefined }) {
  const t = useWords(words)
  const { data, error, refetch, isFetching } = useCall('printer.list', {})
  const printers = data?.printers ?? []
  // An earlier version asked for the name that people see.
  const chosen = printers.find((each) => each.name === name) ?? printers.find((each) => each.title === name)
  const isGone = data !== undefined && name !== usual && !chosen
  const options = [
    { id: usual, label: t('usual') },
    ...printers.map((each) => ({ id: each.name, label: each.title })),
    ...(chosen || name === usual ? [] : [{ id: name, label: name }]),
  ]
  return (
    <>
      <div className="printer-list">
        <Select
          label={t('name')}
          options={options}
          value={chosen?.name ?? name}
          onChange={(next) => onChange(next === usual ? { kind: 'system' } : { kind: 'system', name: next })}
        />
        <Button pending={isFetching} onPress={() => inBackground(refetch())}>
          {t('refresh')}
        </Button>
      </div>
      <FailureNote error={error} />
      {data && printers.length === 0 && <Note tone="wait" title={t('none')} />}
      {isGone && <Note tone="bad" title={t('gone', { name })} />}
    </>
  )
}
