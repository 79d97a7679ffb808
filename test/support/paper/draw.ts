/** Draws what came out of a printer as a picture (PNG), so that an independent reader can read its codes. */
import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'
import type { Printed, Sheet } from './sheet.ts'

/** Dots of a roll of 80 mm. */
const width = 576
const lineHeight = 24

interface Picture {
  height: number
  isBlack(x: number, y: number): boolean
}

const picture = (printed: Printed): Picture => {
  if (printed.kind === 'raster') {
    const { width: wide, height, bits } = printed
    const left = Math.floor((width - wide) / 2)
    return {
      height,
      isBlack: (x, y) =>
        x >= left &&
        x < left + wide &&
        (((bits[y * (wide / 8) + ((x - left) >> 3)] ?? 0) >> (7 - ((x - left) & 7))) & 1) === 1,
    }
  }
  if (printed.kind === 'qr') {
    const { data, size } = encode(printed.data, { ecc: 'M', border: 4 })
    const left = Math.floor((width - size * printed.module) / 2)
    const at = (dot: number) => Math.floor(dot / printed.module)
    return { height: size * printed.module, isBlack: (x, y) => data[at(y)]?.[at(x - left)] === true }
  }
  // A letter is a block: the text itself is read from the sheet.
  const { text, size } = printed
  const wide = 12 * size
  return {
    height: lineHeight * size,
    isBlack: (x, y) =>
      (text[Math.floor(x / wide)] ?? ' ') !== ' ' && y > 4 * size && y < 20 * size && x % wide > 1,
  }
}

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a sheet as a PNG of one byte per dot. */
export const drawSheet = ({ printed }: Sheet): Buffer => {
  const pictures = printed.map(picture)
  const height = pictures.reduce((sum, each) => sum + each.height, 0)
  const rows = pictures.flatMap((each) =>
    Array.from({ length: each.height }, (_, y) => {
      const row = Buffer.alloc(width + 1, 255)
      row[0] = 0
      for (let x = 0; x < width; x += 1) if (each.isBlack(x, y)) row[x + 1] = 0
      return row
    }),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of grey.
  head[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
