/** Reads what a receipt printer reads, command by command, and prints it on sheets. */
import type { Printed, Sheet } from './sheet.ts'

export type Language = 'esc-pos' | 'star-prnt'

/** The bytes of a command, and what it does; null: its end has not arrived yet. */
interface Command {
  length: number
  run(): void
}

type Reader = (bytes: Buffer) => Command | null

export interface Decoder {
  readonly sheets: Sheet[]
  /** Lines, codes and pictures so far. */
  readonly lines: number
  /** How often the drawer was opened. */
  readonly pulses: number
  /** Commands that no printer knows, in hexadecimal. */
  readonly unknown: string[]
  /** Takes one command off the beginning. Returns how many bytes it took; 0: its end has not arrived. */
  step(bytes: Buffer): number
}

const codePages: Record<Language, Record<number, string>> = {
  'esc-pos': { 0: 'cp437', 16: 'windows-1252', 19: 'cp858' },
  'star-prnt': { 1: 'cp437', 4: 'cp858', 32: 'windows-1252' },
}

const high: Record<string, string> = {
  cp437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº',
  cp858: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº',
}

const signOf = (byte: number, page: string): string => {
  if (byte < 0x80) return String.fromCharCode(byte)
  if (page === 'windows-1252') return new TextDecoder(page).decode(Uint8Array.of(byte))
  if (page === 'cp858' && byte === 0xd5) return '€'
  return high[page]?.[byte - 0x80] ?? '¿'
}

/** `answer` is called for a command that the printer answers once everything before it is printed. */
export const createDecoder = (
  language: Language,
  answer: (what: 'paper' | 'counted') => void = () => undefined,
): Decoder => {
  const sheets: Sheet[] = [{ printed: [], isCut: false }]
  const unknown: string[] = []
  let pulses = 0
  let line = ''
  let bold = false
  let size = 1
  let align: 'left' | 'center' | 'right' = 'left'
  let page = 'cp437'
  let qr = { data: '', module: 3 }

  let lines = 0
  const put = (printed: Printed) => {
    lines += 1
    sheets.at(-1)?.printed.push(printed)
  }
  /** The feed after a stripe of a picture ends that stripe. */
  let isStripe = false
  const feed = () => {
    const endsStripe = isStripe && line === ''
    isStripe = false
    if (endsStripe) return
    put({ kind: 'text', text: line, bold, size, align })
    line = ''
  }
  /** Clears also the line that is not printed yet. */
  const reset = () => {
    line = ''
    bold = false
    size = 1
    align = 'left'
    page = 'cp437'
  }
  const cut = () => {
    const sheet = sheets.at(-1)
    if (sheet) sheet.isCut = true
    sheets.push({ printed: [], isCut: false })
  }
  const fixed = (length: number, run: (bytes: Buffer) => void = () => undefined): Reader => {
    return (bytes) => (bytes.length < length ? null : { length, run: () => run(bytes.subarray(0, length)) })
  }
  const aligned = (value: number) => {
    align = (['left', 'center', 'right'] as const)[value % 48] ?? 'left'
  }
  const raster: Reader = (bytes) => {
    if (bytes.length < 8) return null
    const [width, height] = [bytes.readUInt16LE(4) * 8, bytes.readUInt16LE(6)]
    const length = 8 + (width / 8) * height
    if (bytes.length < length) return null
    return {
      length,
      run: () => put({ kind: 'raster', width, height, bits: Uint8Array.from(bytes.subarray(8, length)) }),
    }
  }
  const symbol: Reader = (bytes) => {
    if (bytes.length < 5) return null
    const length = 5 + bytes.readUInt16LE(3)
    if (bytes.length < length) return null
    return {
      length,
      run: () => {
        const [, , , , , , fn = 0, value = 0] = bytes
        if (fn === 67) qr = { ...qr, module: value }
        if (fn === 80) qr = { ...qr, data: bytes.subarray(8, length).toString('latin1') }
        if (fn === 81) put({ kind: 'qr', ...qr })
      },
    }
  }
  /** Star's columns of 24 dots. */
  const starRaster: Reader = (bytes) => {
    if (bytes.length < 4) return null
    const width = bytes.readUInt16LE(2)
    const length = 4 + width * 3
    if (bytes.length < length) return null
    return {
      length,
      run: () => {
        const bits = new Uint8Array((width / 8) * 24)
        for (let x = 0; x < width; x += 1)
          for (let y = 0; y < 24; y += 1)
            if (((bytes[4 + x * 3 + (y >> 3)] ?? 0) >> (7 - (y & 7))) & 1)
              bits[y * (width / 8) + (x >> 3)]! |= 0x80 >> (x & 7)
        isStripe = true
        const before = sheets.at(-1)?.printed.at(-1)
        if (before?.kind === 'raster' && before.width === width) {
          before.height += 24
          before.bits = Buffer.concat([before.bits, bits])
        } else put({ kind: 'raster', width, height: 24, bits })
      },
    }
  }
  const starQr: Reader = (bytes) => {
    const [, , , kind = 0, sub = 0] = bytes
    if (bytes.length < 5 && !(bytes.length === 4 && kind === 0x50)) return null
    if (kind === 0x50) return { length: 4, run: () => put({ kind: 'qr', ...qr }) }
    if (kind === 0x53) {
      return bytes.length < 6
        ? null
        : {
            length: 6,
            run: () => {
              if (sub === 0x32) qr = { ...qr, module: bytes[5] ?? 3 }
            },
          }
    }
    if (bytes.length < 8) return null
    const length = 8 + bytes.readUInt16LE(6)
    if (bytes.length < length) return null
    return {
      length,
      run: () => {
        qr = { ...qr, data: bytes.subarray(8, length).toString('latin1') }
      },
    }
  }
  const readers: Record<Language, Record<string, Reader>> = {
    'esc-pos': {
      '1b40': fixed(2, reset),
      '1c2e': fixed(2),
      '1b4d': fixed(3),
      '1b45': fixed(3, ([, , value = 0]) => {
        bold = (value & 1) === 1
      }),
      '1b74': fixed(3, ([, , value = 0]) => {
        page = codePages['esc-pos'][value] ?? 'unknown'
      }),
      '1b61': fixed(3, ([, , value = 0]) => aligned(value)),
      '1b32': fixed(2),
      '1b33': fixed(3),
      '1b70': fixed(5, () => {
        pulses += 1
      }),
      '1d21': fixed(3, ([, , value = 0]) => {
        size = (value & 7) + 1
      }),
      '1d56': (bytes) => {
        const length = (bytes[2] ?? 0) % 48 > 1 ? 4 : 3
        return bytes.length < length ? null : { length, run: cut }
      },
      '1d28': symbol,
      '1d76': raster,
      '1d72': fixed(3, () => answer('paper')),
    },
    'star-prnt': {
      '1b40': fixed(2, reset),
      '1b45': fixed(2, () => {
        bold = true
      }),
      '1b46': fixed(2, () => {
        bold = false
      }),
      '1b69': fixed(4, ([, , value = 0]) => {
        size = value + 1
      }),
      '1b64': fixed(3, cut),
      '1b1e': fixed(4),
      '1b20': fixed(3),
      '1b30': fixed(2),
      '1b7a': fixed(3),
      '1b58': starRaster,
      '1b07': fixed(4),
      '1b1d': (bytes) => {
        const kind = bytes[2]
        if (kind === 0x79) return starQr(bytes)
        if (kind === 0x74) {
          return fixed(4, ([, , , value = 0]) => {
            page = codePages['star-prnt'][value] ?? 'unknown'
          })(bytes)
        }
        if (kind === 0x61) return fixed(4, ([, , , value = 0]) => aligned(value))(bytes)
        return bytes.length < 3 ? null : fixed(4)(bytes)
      },
    },
  }
  const single: Record<number, () => void> = {
    0: () => undefined,
    10: feed,
    13: () => undefined,
    24: () => {
      line = ''
    },
    23: () => answer('counted'),
    7: () => {
      if (language === 'star-prnt') pulses += 1
    },
  }
  return {
    sheets,
    unknown,
    get lines() {
      return lines
    },
    get pulses() {
      return pulses
    },
    step: (bytes) => {
      const [first = 0] = bytes
      const isCommand = first === 0x1b || first === 0x1d || first === 0x1c
      if (!isCommand) {
        const run = single[first]
        if (run) run()
        else if (first >= 0x20) line += signOf(first, page)
        else unknown.push(first.toString(16))
        return 1
      }
      if (bytes.length < 2) return 0
      const name = bytes.subarray(0, 2).toString('hex')
      const reader = readers[language][name]
      if (!reader) {
        unknown.push(name)
        return 2
      }
      const command = reader(bytes)
      if (!command) return 0
      command.run()
      return command.length
    },
  }
}
