import { useEffect, useRef } from 'react'
import { labelFormatNames, labelFormats, labelsPerPage } from '../../../../core/fiscal/labels.ts'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { WholeNumberField } from '../../../components/fields/WholeNumberField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { changeLook, labelList, useLabelLook } from '../../../window/labelList.ts'
import { words } from '../../../window/labelWords.ts'
import { useHere } from '../../../window/session.ts'
import { readPage, showPage } from '../../receipt/receiptPage.ts'

/** What the labels are printed on, what stands on them, and how the first one looks. */
export function LabelFields() {
  const t = useWords(words)
  const { profile } = useHere()
  const { lines, start } = labelList.use(profile.id)
  const { look, isDirect, printer } = useLabelLook()
  const perPage = labelsPerPage(labelFormats[look.format])
  const [first] = lines
  return (
    <div className="labels-fields">
      <Select
        label={t('format')}
        {...(isDirect ? { hint: t('onPrinterHint') } : {})}
        options={[
          ...(printer === undefined
            ? []
            : [{ id: 'printer' as const, label: t('onPrinter', { name: printer }) }]),
          ...labelFormatNames.map((id) => ({ id, label: t(`formats.${id}`) })),
        ]}
        value={isDirect ? 'printer' : look.format}
        onChange={(format) => changeLook({ format })}
      />
      {perPage > 1 && (
        <WholeNumberField
          label={t('start')}
          hint={t('startHint')}
          value={Math.min(start, perPage)}
          min={1}
          max={perPage}
          onChange={(start) => labelList.change(profile.id, { start })}
        />
      )}
      <Switch
        label={t('secondName')}
        value={look.secondName}
        onChange={(secondName) => changeLook({ secondName })}
      />
      <Switch
        label={t('unitPrice')}
        value={look.unitPrice}
        onChange={(unitPrice) => changeLook({ unitPrice })}
      />
      {first && <LabelPreview itemId={first.itemId} name={first.name} />}
    </div>
  )
}

/** Labels are shown larger than they are, as far as there is room. */
const largest = 1.6

function LabelPreview({ itemId, name }: { itemId: number; name: string }) {
  const t = useWords(words)
  const { look } = useLabelLook()
  const desk = useRef<HTMLElement>(null)
  const label = useRef<HTMLDivElement>(null)
  const { data, error } = useCall('label.preview', { ...look, itemId }, { keepPrevious: true })
  const html = data?.html
  useEffect(() => {
    if (!html || !label.current || !desk.current) return
    const [shown, room] = [label.current, desk.current]
    showPage(shown, readPage(html))
    const fit = () => {
      shown.style.zoom = '1'
      shown.style.zoom = String(Math.min(largest, room.clientWidth / shown.offsetWidth))
    }
    // Watching begins with a look, and a narrower window has less room.
    const observer = new ResizeObserver(fit)
    observer.observe(room)
    return () => observer.disconnect()
  }, [html])
  return (
    <section className="labels-desk" aria-label={t('preview', { name })} ref={desk}>
      <FailureNote error={error} />
      <div className="labels-preview" ref={label} />
    </section>
  )
}
