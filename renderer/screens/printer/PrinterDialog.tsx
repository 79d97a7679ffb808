import { useState } from 'react'
import { codePage, type DirectPrinter, printerBauds, printerUse } from '../../../core/contract/printer.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DialogKeys } from '../../components/DialogKeys.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { addressOf, networkAt, type PrinterForm } from './form.ts'
import { TestPage } from './TestPage.tsx'
import { words } from './words.ts'

interface PrinterDialogProps {
  form: PrinterForm
  others: readonly DirectPrinter[]
  onTested: () => void
  onClose: () => void
}

const nobody = ''

/** Name, paper and uses of a direct printer. Saved, it prints a test page and asks whether it came out. */
export function PrinterDialog({ form: begun, others, onTested, onClose }: PrinterDialogProps) {
  const t = useWords(words)
  const [form, setForm] = useState(begun)
  const [host, setHost] = useState(begun.connection.kind === 'network' ? addressOf(begun.connection) : '')
  const [saved, setSaved] = useState(begun.id === undefined ? null : begun)
  const save = useAct('printer.save')
  const remove = useAct('printer.remove')
  const { connection, uses, failover, paper } = form
  const change = (changes: Partial<PrinterForm>) => setForm({ ...form, ...changes })
  const trySave = () =>
    save.mutate(form, {
      onSuccess: ({ printer }) => {
        setForm(printer)
        setSaved(printer)
      },
    })
  const isSaved = saved === form

  return (
    <Dialog
      title={t(form.id === undefined ? 'own.new' : 'own.change')}
      size="large"
      onClose={onClose}
      acts={
        <>
          {form.id !== undefined && (
            <Button
              variant="danger"
              pending={remove.isPending}
              onPress={() => remove.mutate({ id: form.id ?? '' }, { onSuccess: onClose })}
            >
              {t('own.remove')}
            </Button>
          )}
          <Button variant="primary" keyCap="F9" disabled={isSaved} pending={save.isPending} onPress={trySave}>
            {t('own.save')}
          </Button>
        </>
      }
    >
      <DialogKeys
        keys={[{ key: 'F9', label: t('own.save'), run: trySave, enabled: !isSaved && !save.isPending }]}
      />
      <div className="printer-form">
        <TextField
          label={t('own.name')}
          maxLength={60}
          value={form.name}
          onChange={(name) => change({ name })}
        />
        {connection.kind === 'network' ? (
          <TextField
            label={t('own.host')}
            value={host}
            onChange={(typed) => {
              setHost(typed)
              change({ connection: networkAt(typed) })
            }}
          />
        ) : (
          <TextField label={t('own.address')} value={addressOf(connection)} onChange={() => {}} disabled />
        )}
        {connection.kind === 'serial' && (
          <Select
            label={t('own.baud')}
            options={printerBauds.map((baud) => ({ id: String(baud), label: String(baud) }))}
            value={String(connection.baud)}
            onChange={(chosen) => {
              const baud = printerBauds.find((each) => String(each) === chosen) ?? connection.baud
              change({ connection: { ...connection, baud } })
            }}
          />
        )}
        <div className="printer-choice">
          <span className="field-label">{t('own.paper')}</span>
          <Pills
            label={t('own.paper')}
            value={paper}
            onChange={(next) => change({ paper: next, columns: next === '58mm' ? 32 : 48 })}
            pills={[
              { id: '58mm', label: '58 mm' },
              { id: '80mm', label: '80 mm' },
            ]}
          />
        </div>
        <div className="printer-choice">
          <span className="field-label">{t('own.columns')}</span>
          <Pills
            label={t('own.columns')}
            value={String(form.columns)}
            onChange={(next) => change({ columns: next === '32' ? 32 : next === '42' ? 42 : 48 })}
            pills={['32', '42', '48'].map((id) => ({ id, label: id }))}
          />
        </div>
        <Select
          label={t('own.language')}
          options={[
            { id: 'esc-pos', label: t('own.escPos') },
            { id: 'star-prnt', label: t('own.starPrnt') },
          ]}
          value={form.language}
          onChange={(language) => change({ language })}
        />
        <Select
          label={t('own.codePage')}
          options={codePage.options.map((id) => ({ id, label: t(`own.codePages.${id}`) }))}
          value={form.codePage}
          onChange={(next) => change({ codePage: next })}
        />
        <div className="printer-choice">
          <span className="field-label">{t('own.usedFor')}</span>
          {printerUse.options.map((use) => (
            <Switch
              key={use}
              label={t(`own.uses.${use}`)}
              value={uses.includes(use)}
              onChange={(on) => change({ uses: on ? [...uses, use] : uses.filter((each) => each !== use) })}
            />
          ))}
        </div>
        <div className="printer-choice">
          <span className="field-label">{t('own.can')}</span>
          <Switch label={t('own.drawer')} value={form.drawer} onChange={(drawer) => change({ drawer })} />
          <Switch label={t('own.cut')} value={form.cut} onChange={(cut) => change({ cut })} />
          <Switch
            label={t('own.qr')}
            value={form.qr === 'printer'}
            onChange={(on) => change({ qr: on ? 'printer' : 'image' })}
          />
        </div>
        <Select
          label={t('own.failover')}
          hint={t('own.failoverText')}
          options={[
            { id: nobody, label: t('own.noFailover') },
            ...others.filter(({ id }) => id !== form.id).map(({ id, name }) => ({ id, label: name })),
          ]}
          value={failover ?? nobody}
          onChange={(next) => change({ failover: next === nobody ? null : next })}
        />
      </div>
      <FailureNote error={save.error ?? remove.error} />
      {saved && isSaved && (
        <TestPage
          printer={{ kind: 'direct' }}
          paper={paper}
          {...(saved.id !== undefined && { id: saved.id })}
          onTested={onTested}
        />
      )}
    </Dialog>
  )
}
