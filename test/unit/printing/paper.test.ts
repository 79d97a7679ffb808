/** What a printer makes of the bytes: the text of the receipt, its code, and letters of each code page. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { buildReceipt } from '../../../core/printing/documents/receipt.ts'
import { layOut } from '../../../core/printing/render/layout.ts'
import { type RollLook, renderRoll } from '../../../core/printing/render/roll.ts'
import { renderRollLabels } from '../../../core/printing/render/rollLabels.ts'
import { createDecoder } from '../../support/paper/decode.ts'
import { drawSheet } from '../../support/paper/draw.ts'
import { linesOf, type Sheet } from '../../support/paper/sheet.ts'
import { rollLook, sample, samples } from './samples.ts'

beforeAll(() => {
  const wasm = new URL('../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url)
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })
})

const sheetsOf = (bytes: Uint8Array, look: RollLook): Sheet[] => {
  const decoder = createDecoder(look.language)
  for (let rest = Buffer.from(bytes); rest.length > 0; ) {
    const length = decoder.step(rest)
    if (length === 0) throw new Error(`a command has no end: ${rest.toString('hex')}`)
    rest = rest.subarray(length)
  }
  expect(decoder.unknown).toEqual([])
  expect(decoder.pulses).toBe(0)
  return decoder.sheets
}

const printed = (input: ReturnType<typeof sample>, look: RollLook) => {
  const [sheet] = sheetsOf(renderRoll(buildReceipt(input), look), look)
  if (!sheet?.isCut) throw new Error('nothing was cut')
  return sheet
}

describe.each(['esc-pos', 'star-prnt'] as const)('a printer that reads %s', (language) => {
  test.each(Object.keys(samples))('prints the text of the receipt: %s', (name) => {
    for (const columns of [32, 48] as const) {
      const input = samples[name] ?? sample()
      const lines = layOut(buildReceipt(input), columns).flatMap((line) =>
        line.kind === 'qr' || line.text.trim() === '' ? [] : [line.text.trim()],
      )
      const found = linesOf(printed(input, { ...rollLook, language, columns })).map((line) => line.trim())
      expect(found).toEqual(lines)
    }
  })

  test.each(['printer', 'image'] as const)('prints a code that others read, drawn by the %s', async (qr) => {
    const input = samples['original'] ?? sample()
    const [url] = layOut(buildReceipt(input), 48).flatMap((line) => (line.kind === 'qr' ? [line.url] : []))
    const png = drawSheet(printed(input, { ...rollLook, language, qr }))
    const codes = await readBarcodes(new Blob([new Uint8Array(png)]), { formats: ['QRCode'] })
    expect(codes.map(({ text }) => text)).toEqual([url])
  })

  test.each([
    ['4006381333931', 'EAN13'],
    ['96385074', 'EAN8'],
    ['MJ-7/a', 'Code128'],
    ['SHELF-0000000000000042', 'Code128'],
  ] as const)('prints labels with a code that scanners read: %s', async (code, format) => {
    const texts = ['Unga wa ugali', 'Maize flour', 'KSh 1,234,567.00 / g', 'KSh 900.00 / kg', code]
    const [name = '', secondName = ''] = texts
    const price = { currency: 'KSh', price: '1,234,567.00', unit: 'g', measured: 'KSh 900.00 / kg' }
    for (const columns of [32, 48] as const) {
      const look = { ...rollLook, language, columns }
      const label = { name, secondName, ...price, code, copies: 3 }
      const sheets = sheetsOf(renderRollLabels(label, look), look).filter(({ isCut }) => isCut)
      expect(sheets.map((sheet) => linesOf(sheet).map((line) => line.trim()))).toEqual([texts, texts, texts])
      const [sheet = { printed: [], isCut: false }] = sheets
      const dots = sheet.printed.map((each) => {
        if (each.kind === 'text') return each.text.length * 12 * each.size
        return each.kind === 'raster' ? each.width : 0
      })
      expect(Math.max(...dots)).toBeLessThanOrEqual(columns * 12)
      const png = new Blob([new Uint8Array(drawSheet(sheet))])
      const found = await readBarcodes(png, { formats: ['EAN13', 'EAN8', 'Code128'] })
      expect(found.map(({ text, format }) => [text, format])).toEqual([[code, format]])
    }
  })

  test.each(['cp437', 'cp858', 'windows1252'] as const)('prints the letters of %s', (codePage) => {
    const seller = { ...sample().seller, name: 'Café Ñandú ŵ' }
    const lines = linesOf(printed({ ...sample(), seller }, { ...rollLook, language, codePage }))
    expect(lines.map((line) => line.trim())).toContain('Café Ñandú w')
  })
})
