/** A small workbook that unpacks into more than the memory holds is not unpacked. */
import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readWorkbook } from '../../../renderer/screens/items/import/workbook.ts'
import { spreadsheet } from '../../../renderer/window/exporting/spreadsheet.ts'

const workbook = async (text: string): Promise<Uint8Array> => {
  async function* pages() {
    yield [text]
  }
  const field = { header: 'Name', kind: 'text', value: (row: string) => row } as const
  const file = await spreadsheet(pages(), { fields: [field], title: 'Items', format: 'xlsx' })
  return new Uint8Array(await file.arrayBuffer())
}

/** Each entry of the central directory says that it unpacks into so many bytes. */
const claiming = (bytes: Uint8Array, size: number): Uint8Array => {
  const changed = Buffer.from(bytes)
  for (let at = changed.indexOf('PK\x01\x02'); at >= 0; at = changed.indexOf('PK\x01\x02', at + 4))
    changed.writeUInt32LE(size, at + 24)
  return new Uint8Array(changed)
}

/** An archive whose directory says `unpacked` of what packs into `packed`. */
const archive = (packed: Buffer, unpacked: number): Uint8Array => {
  const name = Buffer.from('xl/sharedStrings.xml')
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(unpacked, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(unpacked, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, name, packed, entry, name, end]))
}

it('reads a workbook whose texts fit', async () => {
  expect(await readWorkbook(await workbook('Soap'))).toMatchObject({ rows: [{ cells: ['Soap'] }] })
})

it('rejects a bomb that says its size, or says none', async () => {
  const packed = deflateRawSync(Buffer.alloc(80_000_000), { level: 9 })
  expect(packed.length).toBeLessThan(100_000)
  expect(await readWorkbook(archive(packed, 80_000_000))).toEqual({ kind: 'tooLarge' })
  expect(await readWorkbook(archive(packed, 0))).toEqual({ kind: 'tooLarge' })
})

it('rejects a workbook whose directory lies', async () => {
  const large = await workbook('x'.repeat(2_000_000))
  expect(await readWorkbook(claiming(large, 100))).toEqual({ kind: 'workbook' })
  expect(await readWorkbook(claiming(large, 0xffffffff))).toEqual({ kind: 'tooLarge' })
  expect(await readWorkbook(large.subarray(0, -30))).toEqual({ kind: 'workbook' })
})
