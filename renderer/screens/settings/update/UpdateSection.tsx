import { useState } from 'react'
import { updateAddressForm, updateAddressLength } from '../../../../core/contract/bounds.ts'
import type { UpdateState } from '../../../../core/contract/update.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Note } from '../../../components/Note.tsx'
import { notify } from '../../../components/notices.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../words.ts'

const megabyte = 1_000_000

/** The version that runs, the next one, and whether Kaunta starts with the computer. */
export function UpdateSection() {
  const t = useWords(words)
  const { may } = useHere()
  const { data: update, error } = useCall('update.get', {})
  const start = useAct('update.startWithComputer')
  if (!update) return <FailureNote error={error} />
  const { version, mode, address, startsWithComputer } = update
  return (
    <div className="settings-fields">
      <Facts
        facts={[
          [t('update.version'), version],
          [t('update.address'), may('owner') && mode === 'on' ? null : address || t('update.noAddress')],
        ]}
      />
      {mode !== 'on' && <Note tone="wait" title={t(`update.${mode}`)} />}
      {mode === 'on' && may('owner') && <Address key={address} address={address} />}
      {mode === 'on' && address !== '' && <NextVersion update={update} />}
      {startsWithComputer !== null && may('owner') && (
        <Switch
          label={t('update.start')}
          hint={t('update.startText')}
          value={start.isPending ? start.variables.on : startsWithComputer}
          disabled={start.isPending}
          onChange={(on) => start.mutate({ on })}
        />
      )}
      <FailureNote error={start.error} />
    </div>
  )
}

function Address({ address }: { address: string }) {
  const t = useWords(words)
  const [typed, setTyped] = useState(address)
  const save = useAct('update.setAddress')
  const text = typed.trim()
  const isAddress = updateAddressForm.test(text)
  return (
    <form
      className="settings-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (isAddress && text !== address && !save.isPending)
          save.mutate({ address: text }, { onSuccess: () => notify({ tone: 'ok', text: t('saved') }) })
      }}
    >
      <TextField
        label={t('update.address')}
        hint={t('update.addressHint')}
        value={typed}
        onChange={setTyped}
        error={isAddress ? undefined : t('update.addressForm')}
        inputMode="url"
        maxLength={updateAddressLength}
      />
      {text !== address && (
        <Button type="submit" pending={save.isPending}>
          {t('save')}
        </Button>
      )}
      <FailureNote error={save.error} />
    </form>
  )
}

function NextVersion({ update }: { update: UpdateState }) {
  const t = useWords(words)
  const [asked, setAsked] = useState(false)
  const ask = useAct('update.ask')
  const { step, next, last, problem, askedAt, received, total, waitsFor } = update
  const isBusy = step === 'asking' || step === 'downloading'
  return (
    <>
      {last && last.outcome !== 'installed' && (
        <Note tone="wait" title={t(`update.ended.${last.outcome}`, last)}>
          {t(`update.endedText.${last.outcome}`, last)}
        </Note>
      )}
      {problem && (
        <Note tone="bad" title={t(`update.problem.${problem}`)}>
          {t(`update.todo.${problem}`)}
        </Note>
      )}
      {step === 'ready' && next ? (
        <Note
          tone="ok"
          title={t('update.ready', { version: next })}
          acts={
            <Button variant="primary" disabled={waitsFor.length > 0} onPress={() => setAsked(true)}>
              {t('update.install')}
            </Button>
          }
        >
          {waitsFor.length === 0
            ? t('update.readyText')
            : waitsFor.map((each) => t(`update.waitsFor.${each}`)).join(' ')}
        </Note>
      ) : (
        <p role="status">
          {step === 'asking' && t('update.asking')}
          {step === 'downloading' &&
            t('update.downloading', {
              version: next ?? '',
              part: Math.floor(received / megabyte),
              all: Math.ceil(total / megabyte),
            })}
          {step === 'idle' &&
            problem === null &&
            askedAt !== null &&
            t('update.none', { time: formatMoment(askedAt) })}
        </p>
      )}
      <Button pending={isBusy || ask.isPending} onPress={() => ask.mutate({})}>
        {t('update.ask')}
      </Button>
      <FailureNote error={ask.error} />
      {(asked || step === 'installing') && next && (
        <InstallDialog version={next} isInstalling={step === 'installing'} onClose={() => setAsked(false)} />
      )}
    </>
  )
}

interface InstallDialogProps {
  version: string
  isInstalling: boolean
  onClose: () => void
}

/** Asks before Kaunta closes. It stays until the new version has taken its place. */
function InstallDialog({ version, isInstalling, onClose }: InstallDialogProps) {
  const t = useWords(words)
  const install = useAct('update.install')
  const begun = isInstalling || install.isSuccess
  return (
    <Dialog
      title={t(begun ? 'update.installing' : 'update.confirm', { version })}
      role="alertdialog"
      once={begun}
      onClose={onClose}
      acts={
        !begun && (
          <>
            <Button size={48} keyCap="Esc" autoFocus onPress={onClose}>
              {t('update.later')}
            </Button>
            <Button
              size={48}
              variant="primary"
              pending={install.isPending}
              onPress={() => install.mutate({ version })}
            >
              {t('update.install')}
            </Button>
          </>
        )
      }
    >
      <p>{t(begun ? 'update.installingText' : 'update.confirmText')}</p>
      <FailureNote error={install.error} />
    </Dialog>
  )
}
