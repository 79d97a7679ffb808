/** The labels that a person is about to print. Items and deliveries add to them. */
import { labels as bounds } from '../../core/contract/bounds.ts'
import type { InputOf } from '../../core/contract/index.ts'
import { type LabelFormatName, labelFormats } from '../../core/fiscal/labels.ts'
import { inBackground } from '../bridge/background.ts'
import { notify } from '../components/notices.ts'
import { formatDay } from '../i18n/format.ts'
import { useWords } from '../i18n/index.ts'
import { useCall, useCaller } from '../queries/calls.ts'
import { tellFailure } from './faults.ts'
import { createKept } from './kept.ts'
import { type LabelList, withLines } from './labelLines.ts'
import { words } from './labelWords.ts'
import { navigate } from './navigation.ts'
import { useHere } from './session.ts'

export const labelList = createKept<LabelList>(() => ({ lines: [], printed: false, start: 1 }))

interface LabelLook {
  /** printer: what the direct printer for labels has, whatever that is. */
  format: LabelFormatName | 'printer'
  secondName: boolean
  unitPrice: boolean
}
const lookKey = 'labels'
const usualLook: LabelLook = { format: 'printer', secondName: false, unitPrice: true }
const usualFormat = 'sheet70x37'

/** The look belongs to this window's machine, because its printer has the paper. */
function keptLook(): LabelLook {
  try {
    const kept: Partial<LabelLook> = JSON.parse(localStorage.getItem(lookKey) ?? '{}')
    const isKnown =
      kept.format === 'printer' || (kept.format !== undefined && Object.hasOwn(labelFormats, kept.format))
    return isKnown ? { ...usualLook, ...kept } : usualLook
  } catch {
    return usualLook
  }
}

const looks = createKept<LabelLook>(keptLook)

/** How labels look and where they print. `printer`: the direct printer for labels, if there is one. */
export function useLabelLook() {
  const { data } = useCall('printer.state', {})
  const { format: wanted, ...look } = looks.use('')
  const printer = data?.printers.find(({ uses }) => uses.includes('labels'))
  const isDirect = wanted === 'printer' && printer !== undefined
  // Paper that is cut off where the label ends looks most like the largest of the rolls.
  const format: LabelFormatName = wanted !== 'printer' ? wanted : isDirect ? 'roll58x40' : usualFormat
  return { look: { ...look, format }, isDirect, printer: printer?.name }
}

export function changeLook(changes: Partial<LabelLook>): void {
  looks.change('', changes)
  localStorage.setItem(lookKey, JSON.stringify(looks.get('')))
}

type Source = InputOf<'label.propose'>

/** Adds the labels that the core proposes, and shows the page of labels. */
export function useAddLabels(): (source: Source) => void {
  const t = useWords(words)
  const { profile } = useHere()
  const call = useCaller()

  function sayNothing(source: Source) {
    const text =
      source.source === 'priced'
        ? t('found.priced', { day: formatDay(source.since) })
        : t(`found.${source.source === 'chosen' ? 'items' : source.source}`)
    notify({ tone: 'wait', text })
  }

  async function add(source: Source) {
    const { lines, more } = await call('label.propose', source)
    if (lines.length === 0) {
      sayNothing(source)
      return
    }
    labelList.change(profile.id, { lines: withLines(labelList.get(profile.id), lines), printed: false })
    if (more) notify({ tone: 'wait', text: t('more', { count: bounds.items }) })
    navigate('items', { labels: 'list' })
  }
  return (source) => inBackground(add(source).catch(tellFailure))
}
