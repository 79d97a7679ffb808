import {
  type PoleSetting,
  poleBauds,
  type ScaleSetting,
  scaleProtocol,
} from '../../../../core/contract/hardware.ts'
import { inBackground } from '../../../bridge/background.ts'
import { quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'
import './hardware.css'

const none = ''

/** A scale and a pole display, each on a serial port. */
export function SerialSection({ draft }: SectionProps) {
  const t = useWords(words)
  const { scale, pole } = draft.settings
  const setScale = (next: ScaleSetting | null) => draft.change({ scale: next })
  const setPole = (next: PoleSetting | null) => draft.change({ pole: next })
  const weigh = useAct('scale.read')
  const show = useAct('pole.show')
  return (
    <div className="settings-fields">
      <h3>{t('serial.scale')}</h3>
      <PortField
        label={t('serial.scalePort')}
        path={scale?.path}
        onChange={(path) => setScale(path === null ? null : { protocol: 'continuous', ...scale, path })}
      />
      {scale && (
        <>
          <Select
            label={t('serial.kind')}
            options={scaleProtocol.options.map((id) => ({ id, label: t(`serial.${id}`) }))}
            value={scale.protocol}
            onChange={(protocol) => setScale({ ...scale, protocol })}
          />
          <p>{t(`serial.${scale.protocol}Text`)}</p>
          <Button disabled={draft.dirty} pending={weigh.isPending} onPress={() => weigh.mutate({})}>
            {t('serial.weigh')}
          </Button>
          <FailureNote error={weigh.error} />
          {weigh.data && (
            <Note tone="ok" title={t('serial.weighs', { weight: quantity(weigh.data.grams * 100) })} />
          )}
        </>
      )}
      <h3>{t('serial.pole')}</h3>
      <PortField
        label={t('serial.polePort')}
        path={pole?.path}
        onChange={(path) => setPole(path === null ? null : { baud: 9600, ...pole, path })}
      />
      {pole && (
        <>
          <Select
            label={t('serial.baud')}
            options={poleBauds.map((baud) => ({ id: String(baud), label: String(baud) }))}
            value={String(pole.baud)}
            onChange={(chosen) =>
              setPole({ ...pole, baud: poleBauds.find((baud) => String(baud) === chosen) ?? pole.baud })
            }
          />
          <Button
            disabled={draft.dirty}
            pending={show.isPending}
            onPress={() => show.mutate({ kind: 'total', total: 1_234_50 })}
          >
            {t('serial.show')}
          </Button>
          {show.isSuccess && <Note tone="wait" title={t('serial.shown')} />}
        </>
      )}
    </div>
  )
}

interface PortFieldProps {
  label: string
  path: string | undefined
  onChange: (path: string | null) => void
}

function PortField({ label, path = none, onChange }: PortFieldProps) {
  const t = useWords(words)
  const { data, error, refetch, isFetching } = useCall('serial.list', {})
  const ports = data?.ports ?? []
  const options = [
    { id: none, label: t('serial.none') },
    ...ports.map((port) => ({ id: port.path, label: port.title })),
    ...(path === none || ports.some((port) => port.path === path) ? [] : [{ id: path, label: path }]),
  ]
  return (
    <>
      <div className="hardware-port">
        <Select
          label={label}
          options={options}
          value={path}
          onChange={(next) => onChange(next === none ? null : next)}
        />
        <Button pending={isFetching} onPress={() => inBackground(refetch())}>
          {t('serial.refresh')}
        </Button>
      </div>
      <FailureNote error={error} />
      {data && ports.length === 0 && <p>{t('serial.noPorts')}</p>}
    </>
  )
}
