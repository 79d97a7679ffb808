/** Renders papers in the command languages of receipt printers, laid out like plain text. */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { encode } from 'uqr'
import type { CodePage } from '../../contract/printer.ts'
import type { ReceiptModel } from '../documents/receipt.ts'
import { type Columns, layOut } from './layout.ts'
import { paperText } from './sanitise.ts'

export interface RollLook {
  language: 'esc-pos' | 'star-prnt'
  columns: Columns
  codePage: CodePage
  cut: boolean
  qr: 'printer' | 'image'
}

/** Lines to feed before the cut, so that the last line is past the knife. */
export const linesBeforeCut = 4

/** Dots per QR module: 25 to 34 mm for a receipt's address, on both paper widths. */
const qrModule = 6

export const encoderFor = ({ language, columns }: Pick<RollLook, 'language' | 'columns'>) =>
  new ReceiptPrinterEncoder({ language, columns, feedBeforeCut: linesBeforeCut, imageMode: 'raster' })

/** Letters of Western European languages, and the euro. */
const candidates = [
  ...Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index)),
  '€',
].filter((letter) => /[\p{L}€]/u.test(letter))

const lettersIn = new Map<string, ReadonlySet<string>>()

/** Returns the letters beyond ASCII that a printer prints with this code page. */
export const lettersOf = ({ language, codePage }: Pick<RollLook, 'language' | 'codePage'>) => {
  if (codePage === 'ascii') return new Set<string>()
  const key = `${language} ${codePage}`
  const found =
    lettersIn.get(key) ??
    new Set(
      candidates.filter((letter) => {
        const bytes = encoderFor({ language, columns: 48 }).codepage(codePage).text(letter).encode()
        return bytes.some((byte) => byte >= 0x80)
      }),
    )
  lettersIn.set(key, found)
  return found
}

/** The code as a picture: white margins of four modules, a width that is whole bytes. */
const qrPicture = (url: string) => {
  const { data, size } = encode(url, { ecc: 'M', border: 4 })
  const height = size * qrModule
  const width = Math.ceil(height / 8) * 8
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < height; x += 1)
      if (data[Math.floor(y / qrModule)]?.[Math.floor(x / qrModule)])
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height, data: pixels, colorSpace: 'srgb' as const }
}

const sampleOf = (look: RollLook): string =>
  ['KSh 1,234.50', ...lettersOf(look)].join(' ').slice(0, look.columns)

/**
 * Renders a paper: the same one for the same look gives the same bytes. `samples`: code pages of which a line with
 * letters is printed, for a person to choose from.
 */
export const renderRoll = (
  model: ReceiptModel,
  look: RollLook,
  samples: readonly CodePage[] = [],
): Uint8Array => {
  const encoder = encoderFor(look).initialize()
  encoder.codepage(look.codePage === 'ascii' ? 'cp437' : look.codePage)
  const letters = lettersOf(look)
  for (const line of layOut(model, look.columns, (text) => paperText(text, letters))) {
    if (line.kind === 'text') {
      encoder.bold(line.strong).line(line.text).bold(false)
    } else if (line.kind === 'big') {
      encoder.align('center').bold(true).size(3, 3).line(line.text).size(1, 1).bold(false).align('left')
    } else if (look.qr === 'image') {
      const picture = qrPicture(line.url)
      encoder.align('center').image(picture, picture.width, picture.height, 'threshold').align('left')
    } else {
      encoder.align('center').qrcode(line.url, { size: qrModule, errorlevel: 'm' }).align('left')
    }
  }
  for (const codePage of samples) {
    if (codePage === 'ascii') continue
    encoder
      .line(`${codePage}:`)
      .codepage(codePage)
      .line(sampleOf({ ...look, codePage }))
  }
  if (look.cut) encoder.cut('partial')
  else encoder.newline(linesBeforeCut)
  return encoder.encode()
}

/** Opens the cash drawer on the printer. */
export const pulseBytes = ({ language }: Pick<RollLook, 'language'>): Uint8Array =>
  encoderFor({ language, columns: 48 }).pulse().encode()
