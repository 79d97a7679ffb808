/** A statement that fails in the middle of a transaction: 905 with an id, and nothing of the rest stays behind. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type OperationName, operations } from '../../../core/contract/index.ts'
import { saleOf } from '../rest/software.ts'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

const setting = shared(async (cleanUp) => {
  const shop = await startShop({ cleanUp })
  const item = await shop.stocked({ onHand: 100_000, price: 100_00 })
  await shop.ok('printer.save', {
    name: 'Counter',
    connection: { kind: 'network', host: '127.0.0.1', port: 9 },
    language: 'esc-pos',
    columns: 48,
    paper: '80mm',
    codePage: 'ascii',
    cut: true,
    qr: 'printer',
    uses: ['receipts'],
    drawer: true,
    failover: null,
  })
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  // Nothing answers there. Each further try would write while a test watches what is written.
  const { open } = await shop.ok('printJob.list', {})
  for (const { id } of open) await shop.ok('printJob.cancel', { id })
  return { shop, item, invoiceId }
})

/** Lets every write of one table fail, from outside, while `work` runs. */
const failing = async <T>(shop: Shop, write: string, work: () => Promise<T>): Promise<T> => {
  const file = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  file.exec(`create trigger broken before ${write} begin select raise(abort, 'the disk is on fire'); end`)
  try {
    return await work()
  } finally {
    file.exec('drop trigger broken')
    file.close()
  }
}

const cases: [OperationName, string[], (setting: { item: number; invoice: number }) => unknown][] = [
  [
    'sale.complete',
    [
      'insert on invoice',
      'insert on invoice_line',
      'insert on invoice_tender',
      'insert on stock_record',
      'insert on movement',
      'update of on_hand on item',
      'insert on submission_dependency',
      "insert on submission when new.kind = 'stockRecord'",
      'insert on print_job',
    ],
    ({ item }) => ({
      lines: [{ itemId: item, quantity: 100 }],
      tenders: [{ method: '01', amount: 500_00 }],
      requestId: newRequest(),
    }),
  ],
  [
    'invoice.credit',
    ['insert on invoice_line', 'insert on movement', "insert on submission when new.kind = 'stockRecord'"],
    ({ invoice }) => ({ id: invoice, reason: '06' }),
  ],
  [
    'stock.adjust',
    ['insert on movement', 'insert on submission', 'update of last_stock_in_id on item'],
    ({ item }) => ({ kind: 'found', lines: [{ itemId: item, quantity: 100 }] }),
  ],
  [
    'item.save',
    ['insert on submission', 'insert on item', 'insert on movement', 'insert on category_class'],
    () => ({ name: 'New', taxType: 'B', price: 1, itemClass: '5313160900', category: 'Soap', opening: 100 }),
  ],
  [
    'item.importRows',
    ['insert on submission', 'insert on item', 'insert on movement'],
    () => ({
      rows: [{ name: 'New', taxType: 'B', price: 1, opening: 100 }],
      itemClass: '5313160900',
      check: false,
    }),
  ],
  ['customer.save', ['insert on submission'], () => ({ pin: 'A000000001Z', name: 'Buyer' })],
  [
    'sale.submit',
    [
      'insert on item',
      'insert on invoice_line',
      'insert on invoice_tender',
      "insert on submission when new.kind = 'sale'",
    ],
    () => saleOf(newRequest(), { itemCd: newRequest() }),
  ],
  [
    'creditNote.express',
    ['insert on invoice_line', 'insert on movement', "insert on submission when new.kind = 'stockRecord'"],
    () => ({
      orgInvcNo: 'T1-1',
      reason: '06',
      lineItems: [
        {
          itemCd: 'KE2NTNO0000001',
          itemNm: 'x',
          qtyUnitCd: 'U',
          qty: 0.5,
          prc: 100,
          taxTyCd: 'B',
          taxblAmt: 43.1,
          taxAmt: 6.9,
          totAmt: 50,
        },
      ],
    }),
  ],
  [
    'stock.record',
    ['insert on movement', 'insert on submission'],
    () => ({
      sarNo: 1,
      regTyCd: 'M',
      ocrnDt: '20260301',
      totItemCnt: 1,
      totTaxblAmt: 1,
      totTax: 0,
      totAmt: 1,
      itemList: [{ itemCd: 'KE2NTNO0000001', itemNm: 'x', stockTyCd: '02', qty: 1, unitPrice: 1, totAmt: 1 }],
    }),
  ],
]

describe.each(cases)('%s', (name, writes, inputOf) => {
  test.each(writes)('leaves nothing when the %s fails', async (write) => {
    const { shop, item, invoiceId } = setting()
    const { host, apiKey, appId, log } = shop
    const input = inputOf({ item: item.id, invoice: invoiceId })
    const logged = log.lines.length
    await failing(shop, write, async () => {
      const before = shop.version()
      const software = host().verifyApiKey(apiKey)
      const reply = await (operations[name].allow === 'software'
        ? host().callRest(software, name, input)
        : host().call('window-1', name, input, appId))
      expect(reply).toMatchObject({ ok: false, error: { code: '905', id: expect.any(String) } })
      expect(JSON.stringify(reply)).not.toContain('on fire')
      expect(shop.version()).toBe(before)
      const [line] = log.lines.slice(logged)
      expect(line).toMatchObject({
        level: 'error',
        fields: { operation: name, id: !reply.ok && reply.error.id },
      })
    })
  })
})

describe('a paid document', () => {
  test.each([
    ...['invoice', 'invoice_line', 'invoice_tender', 'movement', 'submission'].map(
      (table) => `delete from ${table}`,
    ),
    'update invoice set total = total + 1',
    "update invoice set buyer_pin = 'A000000001Z'",
    'update invoice_line set quantity = 1',
    'update invoice_tender set amount = 1',
    'update movement set quantity = 1',
    "update signature set signature = 'AAAAAAAAAAAAAAAA'",
  ])('cannot be changed or taken away: %s', (statement) => {
    const { shop } = setting()
    const file = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
    expect(() => file.exec(statement)).toThrow(/never|final/)
    file.close()
  })

  test('can only be marked as superseded, and not back', () => {
    const { shop } = setting()
    const file = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
    file.exec('begin')
    file.exec('update invoice set superseded = 1')
    expect(() => file.exec('update invoice set superseded = 0')).toThrow(/stays so/)
    file.exec('rollback')
    file.close()
  })
})
