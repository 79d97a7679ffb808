/** The recovery sheet: its secret is on the paper and in the window that asked, and in no file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { directPrinters } from '../../../core/printing/direct/directPrinters.ts'
import { linesOf } from '../../support/paper/sheet.ts'
import type { Shop } from '../../support/shop.ts'
import { quickPrinting, startPrinter } from '../operations/printers.ts'
import { openOwnHub } from './ownHub.ts'

const pin = '471362'

/** Every file below the till's folder that has one of these texts. */
const filesWith = ({ dataDir }: Shop, texts: string[]): string[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const content = readFileSync(file)
      return texts.some((text) => content.includes(text))
    })

test('the owner sees and prints it with the PIN, and is asked for it until then', async () => {
  const { shop, said, isOn } = await openOwnHub({
    asProcess: true,
    ports: { direct: directPrinters(quickPrinting) },
  })
  const english = { pin, language: 'en' } as const
  expect(await shop.reply('hub.thisComputer.sheet', english)).toMatchObject({
    error: { reason: 'hub.notOn' },
  })
  await shop.call('hub.thisComputer.start')
  await isOn()
  const state = await shop.call('hub.thisComputer.state')
  expect(state).toMatchObject({
    sheet: { at: null },
    words: [expect.stringMatching(/^\w{5}$/), expect.anything()],
  })
  for (const name of ['hub.thisComputer.sheet', 'hub.thisComputer.printSheet'] as const)
    expect(await shop.reply(name, { ...english, pin: '000000' })).toMatchObject({
      error: { reason: 'session.wrongPin', field: 'pin' },
    })

  const { html } = await shop.call('hub.thisComputer.sheet', english)
  const [code = ''] = /(\w{4}-){5}\w{4}/.exec(html) ?? []
  expect(code).not.toBe('')
  for (const part of [...(state.words ?? []), ...state.addresses, '1. See whether', '5. Do not start'])
    expect(html).toContain(part)
  expect((await shop.call('hub.thisComputer.state')).sheet).toMatchObject({ at: null })
  expect((await shop.call('hub.thisComputer.printSheet', { pin, language: 'sw' })).html).toContain(code)
  expect((await shop.call('hub.thisComputer.state')).sheet).toEqual({ at: expect.any(Number), by: 'Wanjiru' })

  const printer = await startPrinter()
  await shop.call('printer.save', {
    ...{ name: 'Counter', connection: { kind: 'network', host: '127.0.0.1', port: printer.port } },
    ...{ language: 'esc-pos', columns: 48, paper: '80mm', codePage: 'ascii', cut: true, qr: 'printer' },
    ...{ uses: ['receipts', 'reports'], drawer: false, failover: null },
  })
  await shop.call('settings.save', { printer: { kind: 'direct' } })
  expect(await shop.call('hub.thisComputer.printSheet', english)).toEqual({ html: null })
  expect(printer.sheets.flatMap(linesOf).join('\n')).toContain(code)

  await printer.off()
  expect(await shop.reply('hub.thisComputer.printSheet', english)).toMatchObject({
    error: { reason: 'hub.sheetNotPrinted' },
  })
  expect(shop.read('select * from print_job')).toEqual([])
  await shop.close()
  const texts = [code, code.replaceAll('-', '')]
  expect(filesWith(shop, ['Wanjiru'])).not.toEqual([])
  expect(filesWith(shop, texts)).toEqual([])
  expect(
    [...shop.log.lines.map((line) => JSON.stringify(line)), ...said].filter((line) =>
      texts.some((text) => line.includes(text)),
    ),
  ).toEqual([])
})
