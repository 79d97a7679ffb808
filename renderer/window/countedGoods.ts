/** Goods that are counted against the document of a supplier or of another branch. */
import { type RefObject, useRef, useState } from 'react'
import { inBackground } from '../bridge/background.ts'
import { useScanner } from '../input/scannerInput.ts'
import { playSound } from '../input/sounds.ts'
import { useCaller } from '../queries/calls.ts'

interface CountedLine {
  item: { id: number } | null
  /** Hundredths; null: not counted. */
  counted: number | null
}

interface CountOptions<L extends CountedLine> {
  /** The lines with all that was counted so far: a scan may come before the next paint. */
  now(): readonly L[]
  /** In `data-line` of the row. */
  keyOf(line: L): string
  /** Hundredths; null: not known. */
  expectedOf(line: L): number | null
  /** What the line lacks: `item` is chosen with a button, all else is in `data-field`. */
  faultOf(line: L): string | null
  setCounted(line: L, counted: number): void
  isOpen: boolean
}

interface Count {
  list: RefObject<HTMLUListElement | null>
  /** True once faults are shown. */
  asked: boolean
  showFaults(): void
  /** The goods that were scanned and are on no line; null: none. */
  unknown: string | null
  /** Returns true if no line lacks anything. Otherwise shows the faults, and the first one has the focus. */
  isComplete(): boolean
}

/** Counts what is scanned. One more of an item belongs to its first line that is not full. */
export function useCountedGoods<L extends CountedLine>(options: CountOptions<L>): Count {
  const { now, keyOf, expectedOf, faultOf, setCounted, isOpen } = options
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState(false)
  const [unknown, setUnknown] = useState<string | null>(null)
  const call = useCaller()

  const lineToCount = (itemId: number): L | undefined => {
    const ofItem = now().filter(({ item }) => item?.id === itemId)
    return ofItem.find((line) => (line.counted ?? 0) < (expectedOf(line) ?? 0)) ?? ofItem.at(-1)
  }
  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (!found) return
    const line = found.kind === 'item' ? lineToCount(found.item.id) : undefined
    playSound(line ? 'yes' : 'no')
    setUnknown(line ? null : found.kind === 'item' ? found.item.name : code)
    if (line && found.kind === 'item') setCounted(line, (line.counted ?? 0) + (found.quantity ?? 100))
  }
  useScanner((code) => inBackground(onScan(code)), isOpen)

  function isComplete(): boolean {
    setAsked(true)
    const faulty = now().find((line) => faultOf(line) !== null)
    if (!faulty) return true
    const row = list.current?.querySelector(`[data-line="${CSS.escape(keyOf(faulty))}"]`)
    row?.scrollIntoView({ block: 'center' })
    const fault = faultOf(faulty)
    row?.querySelector<HTMLElement>(fault === 'item' ? 'button' : `[data-field="${fault}"] input`)?.focus()
    return false
  }
  return { list, asked, showFaults: () => setAsked(true), unknown, isComplete }
}
