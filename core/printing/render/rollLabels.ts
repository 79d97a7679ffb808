/** Labels on the paper of a receipt printer: as long as their content, and cut off one by one. */
import { barsOf } from './bars.ts'
import type { LabelContent } from './labelsHtml.ts'
import { encoderFor, lettersOf, linesBeforeCut, type RollLook } from './roll.ts'
import { paperText } from './sanitise.ts'

/** Dots per letter of the printer's own font. */
const letterWidth = 12

/** Dots per module, as wide as scanners like it. */
const widestModule = 3

/** Whole stripes of Star's printers, 12 mm. */
const barHeight = 96

/** The bars as a picture: every printer draws those alike. null: the paper is too narrow for the code. */
const barsPicture = (code: string, { columns }: RollLook) => {
  const { modules, bars } = barsOf(code)
  const module = Math.min(widestModule, Math.floor((columns * letterWidth) / modules))
  if (module === 0) return null
  const width = Math.ceil((modules * module) / 8) * 8
  const data = new Uint8ClampedArray(width * barHeight * 4).fill(255)
  for (let y = 0; y < barHeight; y += 1)
    for (const bar of bars) {
      const first = y * width + bar.from * module
      for (let dot = first; dot < first + bar.width * module; dot += 1) data.fill(0, dot * 4, dot * 4 + 3)
    }
  return { width, height: barHeight, data, colorSpace: 'srgb' as const }
}

const labelBytes = (content: LabelContent, look: RollLook): Uint8Array => {
  const { name, secondName, currency, price, unit, measured, code } = content
  const letters = lettersOf(look)
  const clean = (text: string) => paperText(text, letters)
  const encoder = encoderFor(look).initialize()
  encoder.codepage(look.codePage === 'ascii' ? 'cp437' : look.codePage).align('center')
  encoder.bold(true).line(clean(name)).bold(false)
  if (secondName) encoder.line(clean(secondName))
  const shown = clean(`${currency} ${price}${unit ? ` / ${unit}` : ''}`)
  const size = shown.length * 2 <= look.columns ? 2 : 1
  encoder.bold(true).size(size, size).line(shown).size(1, 1).bold(false)
  if (measured) encoder.line(clean(measured))
  const picture = barsPicture(code, look)
  if (picture) encoder.image(picture, picture.width, picture.height, 'threshold').align('center')
  encoder.line(clean(code)).align('left')
  if (look.cut) encoder.cut('partial')
  else encoder.newline(linesBeforeCut)
  return encoder.encode()
}

/** Renders all copies of a label. */
export const renderRollLabels = (content: LabelContent, look: RollLook): Uint8Array => {
  const label = labelBytes(content, look)
  return Buffer.concat(Array.from({ length: content.copies }, () => label))
}
