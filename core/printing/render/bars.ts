import JsBarcode from 'jsbarcode'
import { type DrawnCode, drawnCode } from '../../fiscal/barcode.ts'

/** Light modules before and after the bars, without which scanners find no code. */
const quiet: Record<DrawnCode['kind'], [number, number]> = {
  EAN13: [11, 7],
  EAN8: [7, 7],
  CODE128: [10, 10],
}

/** The bars of a code in modules, with the light before and after them. */
export interface Bars {
  modules: number
  bars: { from: number; width: number }[]
}

export function barsOf(code: string): Bars {
  const { kind, text } = drawnCode(code)
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: kind, flat: true })
  const data = (drawn.encodings ?? []).map((part) => part.data).join('')
  const [before, after] = quiet[kind]
  const bars = [...data.matchAll(/1+/g)].map(({ index, 0: bar }) => ({
    from: before + index,
    width: bar.length,
  }))
  return { modules: before + data.length + after, bars }
}
