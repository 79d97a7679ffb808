/** Bad input on every operation there is: a failure that names the field, never a 905, and nothing half-written. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../core/contract/errors.ts'
import { type InputOf, type OperationName, operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { saleOf } from '../rest/software.ts'
import { connectionTo, newRequest, type Shop, shared, startShop } from './shop.ts'

type Samples = { [N in OperationName]: (shop: Shop, ids: Ids) => InputOf<N> }
interface Ids {
  item: number
  invoice: number
  person: string
  colleague: string
  print: number
}

const pin = 'A000000001Z'
const customerOf2_4 = {
  custNo: '7',
  adrs: 'x',
  telNo: 'x',
  email: 'a@b.co',
  faxNo: 'x',
  remark: 'x',
  useYn: 'Y',
  regrId: 'x',
  regrNm: 'x',
  modrId: 'x',
  modrNm: 'x',
} as const
const creditOf = { trdInvcNo: 'x', pmtTyCd: '01', custTin: '', custNm: 'x' }
/** A hundredth of what was sold. */
const creditedLine = {
  itemNm: 'x',
  qtyUnitCd: 'U',
  qty: 0.01,
  prc: 1,
  taxTyCd: 'B',
  taxblAmt: 0.01,
  taxAmt: 0,
  totAmt: 0.01,
} as const
/** A whole input for every operation, with every optional member. */
const samples: Samples = {
  'workspace.state': () => ({}),
  'workspace.tryItNow': () => ({ language: 'en' }),
  'workspace.createOwner': () => ({ name: 'Owner', pin: '471362', first: 'shop' }),
  'workspace.setLanguage': () => ({ language: 'en' }),
  'workspace.setLockAfter': () => ({ minutes: 0 }),
  'session.unlock': (_, { person }) => ({ userId: person, pin: '471362' }),
  'session.lock': () => ({}),
  'session.touched': () => ({}),
  'session.signIn': () => ({ user: 'Wanjiru', pin: '471362' }),
  'session.refresh': () => ({ refreshToken: 'a-token-that-nobody-has' }),
  'session.signOut': () => ({}),
  'backup.list': () => ({}),
  'backup.make': () => ({}),
  'diagnostics.make': () => ({}),
  'invoice.changePayment': () => ({
    id: 1,
    tenders: [{ method: '01', amount: 1, reference: 'QK7', allowUsed: true }],
  }),
  'file.open': () => ({ file: '/no/such.pdf' }),
  'folder.list': () => ({ path: '/no/such/folder' }),
  'folder.create': () => ({ parent: '/no/such/folder', name: 'Copies' }),
  'file.copy': () => ({ file: '/no/such.pdf' }),
  'audit.status': () => ({}),
  'audit.check': () => ({}),
  'audit.list': () => ({ limit: 10 }),
  'report.day': () => ({ day: '20261120', language: 'sw', paper: '80mm' }),
  'report.print': () => ({ day: '20261120', language: 'en', paper: '80mm', target: 'window' }),
  'backup.saveElsewhere': () => ({ folder: '/no/such/folder' }),
  'backup.dismiss': () => ({ id: 'a-finding-that-nobody-has' }),
  'backup.describe': () => ({ copy: { place: 'own', name: '20261120120000-manual.db' } }),
  'backup.look': () => ({ path: '/no/such/copy.db' }),
  'backup.restore': () => ({ copy: { place: 'file', path: '/no/such/copy.db' }, pin: '0000' }),
  'rest.get': () => ({}),
  'rest.set': () => ({ on: false, port: 7460 }),
  'apiKey.list': () => ({}),
  'apiKey.mint': () => ({}),
  'apiKey.adopt': () => ({ key: 'pos_test_0123456789abcdefghijkl' }),
  'apiKey.revoke': () => ({ id: 'a-key-that-nobody-has' }),
  'user.list': () => ({}),
  // A new PIN of their own would lock the window that asks.
  'user.save': (_, { colleague }) => ({
    id: colleague,
    name: 'Otieno',
    role: 'manager',
    pin: '471362',
    active: true,
  }),
  'profile.list': () => ({}),
  'profile.create': ({ authority }) => ({
    ...connectionTo(authority),
    gateway: { tokenUrl: authority.url, consumerKey: 'k', consumerSecret: 's', apigeeAppId: 'a' },
  }),
  'profile.createPractice': () => ({ name: 'Practice', demoShop: false }),
  'profile.correct': ({ authority, appId }) => ({
    ...connectionTo(authority),
    id: appId,
    gateway: { tokenUrl: authority.url, consumerKey: 'k', consumerSecret: 's', apigeeAppId: 'a' },
  }),
  'profile.switch': ({ appId }) => ({ id: appId, owner: { name: 'Amina', pin: '471362' } }),
  'settings.get': () => ({}),
  'settings.save': () => ({
    shop: { tradeName: 'A', address: 'B', city: 'C', phone: 'D', headerMessage: 'E', footerMessage: 'F' },
    tillName: 'T1',
    paper: '58mm',
    printer: { kind: 'window', name: 'P', tested: true },
    printAtOnce: false,
    sounds: true,
    scanner: { minimumLength: 6, averageGapMs: 30 },
    scaleRules: [
      { prefix: '20', itemDigits: 5, valueDigits: 5, value: 'weight', decimals: 3, innerCheckDigit: false },
    ],
    deadlineHours: 24,
    blockBelowStock: false,
    cashierDiscount: 10,
    defaultGoodsClass: '5059690800',
    defaultServiceClass: '8014160000',
  }),
  'status.get': () => ({}),
  'status.checklist': () => ({}),
  'status.dismissChecklist': () => ({}),
  'firstRun.save': () => ({
    step: 'over',
    shop: { tradeName: 'A', address: 'B', city: 'C', phone: 'D', headerMessage: 'E', footerMessage: 'F' },
  }),
  'receipt.sample': () => ({
    shop: { tradeName: 'A', address: 'B', city: 'C', phone: 'D', headerMessage: 'E', footerMessage: 'F' },
    paper: '80mm',
  }),
  'printer.list': () => ({}),
  'printer.test': () => ({ printer: { kind: 'window', name: 'P', tested: true }, paper: '80mm' }),
  'practice.get': () => ({}),
  'practice.set': () => ({ mode: 'normal' }),
  'day.give': () => ({ day: '20261124' }),
  'device.status': () => ({}),
  'device.initialize': () => ({ deviceSerialNumber: 'KAU-1' }),
  'device.setup': () => ({ deviceSerialNumber: 'KAU-1' }),
  'device.restore': () => ({ cmcKey: 'a-wrong-key', sdcId: 'KRACU0100000001', mrcNo: 'WIS01000001' }),
  'reference.sync': () => ({}),
  'reference.findCodes': () => ({ cdCls: '04', changedSince: '2026-01-01T00:00:00Z' }),
  'reference.findNotices': () => ({ changedSince: '2026-01-01T00:00:00Z', limit: 10 }),
  'reference.findBranches': () => ({ changedSince: '2026-01-01T00:00:00Z' }),
  'reference.state': () => ({}),
  'reference.codes': () => ({ class: '04' }),
  'reference.taxRates': () => ({}),
  'reference.itemClasses': () => ({ text: 'bread', limit: 10 }),
  'reference.notices': () => ({}),
  'system.health': () => ({}),
  'system.status': () => ({}),
  'item.search': () => ({ text: 'soap', limit: 10 }),
  'item.scan': () => ({ code: '6161100000017' }),
  'item.grid': () => ({ view: { kind: 'category', category: 'Bakery' } }),
  'item.arrange': (_, { item }) => ({ pages: [{ name: 'Counter', items: [item] }] }),
  'item.categoryColour': () => ({ category: 'Bakery', colour: 'red' }),
  'picture.get': (_, { item }) => ({ id: item, at: 1 }),
  'picture.set': (_, { item }) => ({ id: item, image: '/9j/' }),
  'item.list': () => ({ text: 'soap', filter: 'all', limit: 10 }),
  'item.get': (_, { item }) => ({ id: item }),
  'item.getMany': (_, { item }) => ({ ids: [item] }),
  'item.save': (_, { item }) => ({
    id: item,
    name: 'Soap',
    barcode: '6161100000017',
    category: 'Soap',
    type: '2',
    taxType: 'B',
    price: 100_00,
    itemClass: '5059690800',
    originCountry: 'KE',
    packageUnit: 'NT',
    quantityUnit: 'U',
    active: true,
    favourite: false,
    lowStock: 100,
  }),
  'item.importRows': () => ({
    check: false,
    taxType: 'B',
    rows: [
      {
        code: 'SALT',
        name: 'Salt',
        barcode: '6161100000048',
        category: 'Spices',
        type: '2',
        taxType: 'A',
        price: 30_00,
        itemClass: '5059690800',
        originCountry: 'KE',
        packageUnit: 'NT',
        quantityUnit: 'KG',
        lowStock: 100,
        opening: 500,
      },
    ],
  }),
  'item.categoryClasses': () => ({}),
  'item.classesNotChosen': () => ({}),
  'item.chooseClass': () => ({ category: 'Soap', itemClass: '5313160900' }),
  'item.favourite': (_, { item }) => ({ id: item, favourite: false }),
  'item.registerService': () => ({
    itemName: 'Repair',
    taxType: 'B',
    price: 100,
    itemCode: 'REPAIR',
    description: 'x',
    useYn: 'Y',
  }),
  'item.registerGoods': () => ({
    itemName: 'Soap',
    taxType: 'B',
    price: 100,
    itemCode: 'GOODS',
    qtyUnitCd: 'U',
    pkgUnitCd: 'NT',
    useYn: 'Y',
  }),
  'item.register': () => ({
    itemClsCd: 'GD',
    itemTyCd: '2',
    itemNm: 'Soap',
    pkgUnitCd: 'NT',
    qtyUnitCd: 'U',
    taxTyCd: 'B',
    useYn: 'Y',
    itemCd: 'FULL',
    itemStdNm: 'x',
    orgnNatCd: 'KE',
    btchNo: 'x',
    bcd: '1234567',
    dftPrc: 1,
    addInfo: 'x',
    sftyQty: 1,
  }),
  'item.find': () => ({
    itemCd: 'x',
    bcd: 'x',
    search: 'x',
    useYn: 'Y',
    changedSince: '2026-01-01T00:00:00Z',
    limit: 10,
  }),
  'customer.lookUp': () => ({ pin }),
  'customer.list': () => ({ text: 'x', limit: 10 }),
  'customer.save': () => ({ pin, name: 'x', phone: 'x', email: 'a@b.co', address: 'x' }),
  'customer.find': () => ({ pin }),
  'customer.submit': () => ({ custTin: pin, custNm: 'x', ...customerOf2_4 }),
  'customer.change': () => ({ pin, custTin: pin, custNm: 'x', ...customerOf2_4 }),
  'sale.complete': (_, { item }) => ({
    lines: [
      { itemId: item, quantity: 100, unitPrice: 100_00, discount: { kind: 'percent', basisPoints: 100 } },
    ],
    discount: { kind: 'amount', cents: 1 },
    buyer: { pin, name: 'x' },
    tenders: [{ method: '01', amount: 1_000_00, reference: 'x' }],
    requestId: newRequest(),
  }),
  'sale.paidWith': () => ({ method: '06', reference: 'x' }),
  'sale.keepDraft': (_, { item }) => ({
    window: 'window-of-a-till',
    draft: {
      cart: { lines: [{ itemId: item, quantity: 100 }] },
      requestId: 'request-of-a-draft',
      paying: true,
      tenders: [],
      asked: null,
    },
  }),
  'sale.drafts': () => ({}),
  'sale.park': (_, { item }) => ({
    cart: {
      lines: [{ itemId: item, quantity: 100, discount: { kind: 'amount', cents: 1 } }],
      discount: { kind: 'percent', basisPoints: 1 },
      buyer: { pin },
    },
    label: 'x',
  }),
  'sale.parked': () => ({}),
  'sale.resume': () => ({ id: 999 }),
  'sale.submit': () =>
    saleOf(newRequest(), {}, { transaction: { destnCountryCd: 'KE', custTin: pin, custNm: 'x' } }) as never,
  'sale.submitNative': () => {
    const { transaction, lineItems } = saleOf(newRequest(), {}, {})
    return {
      ...transaction,
      itemList: lineItems,
      totItemCnt: 1,
      cfmDt: '20260301101010',
      orgInvcNo: 0,
    } as never
  },
  'sale.find': () => ({ invcNo: 'T1-1' }),
  'creditNote.submit': () => ({
    ...creditOf,
    orgInvcNo: 'T1-1',
    invcNo: newRequest(),
    salesDt: toWireDate(Date.now()),
    cnclReqDt: '20260301',
    cnclDt: '20260301101010',
    rfdRsnCd: '06',
    rfdAmt: 0.01,
    totTaxblAmt: 0.01,
    totTax: 0,
    items: [{ ...creditedLine, itemCd: 'SOLD-0' }],
  }),
  'creditNote.express': () =>
    ({
      ...creditOf,
      orgInvcNo: 'T1-1',
      reason: '06',
      creditNoteInvcNo: newRequest(),
      lineItems: [{ ...creditedLine, itemCd: 'SOLD-0' }],
    }) as never,
  'creditNote.barcode': () =>
    ({
      original: { ...creditOf, invcNo: 'T1-1', creditNoteInvcNo: newRequest() },
      reason: '06',
      regrId: 'x',
      regrNm: 'x',
      lineItems: [{ ...creditedLine, bcd: '6161100000999' }],
    }) as never,
  'invoice.verify': () => ({ orgInvcNo: 'T1-1', rcptSign: 'ABCDEFGHIJKLMNOP', pin }),
  'invoice.list': () => ({ day: '20260301', text: 'x', state: 'all', limit: 10 }),
  'invoice.get': (_, { invoice }) => ({ id: invoice }),
  'invoice.credit': (_, { invoice }) => ({
    id: invoice,
    reason: '06',
    returnStock: true,
    items: [{ position: 1, quantity: 1 }],
    requestId: newRequest(),
  }),
  'invoice.enterSignature': (_, { invoice }) => ({
    id: invoice,
    signature: 'ABCDEFGHIJKLMNOP',
    internalData: 'ABCDEFGHIJKLMNOPQRSTUVWX2A',
    receiptNumber: 1,
    totalReceiptNumber: 1,
    signedAt: '20260301101010',
  }),
  'receipt.preview': (_, { invoice }) => ({ invoiceId: invoice, paper: '58mm' }),
  'receipt.print': (_, { invoice }) => ({ invoiceId: invoice, paper: '58mm', target: 'window' }),
  'receipt.printed': (_, { print }) => ({ printId: print, outcome: 'printed' }),
  'branch.saveInsurance': () => ({
    isrccCd: 'NHI',
    isrccNm: 'x',
    isrcRt: 80,
    useYn: 'Y',
    regrId: 'u1',
    regrNm: 'x',
  }),
  'purchase.list': () => ({
    spplrTin: 'P051222222B',
    spplrInvcNo: '877',
    state: 'open',
    from: '20260101',
    to: '20990101',
    changedSince: '2026-01-01T00:00:00Z',
    refresh: false,
    limit: 10,
  }),
  'purchase.confirm': () =>
    ({
      spplrTin: 'P051555555E',
      spplrInvcNo: '301',
      spplrBhfId: '00',
      rcptTyCd: 'P',
      pmtTyCd: '02',
      cfmDt: '20260301101010',
      salesSttsCd: '02',
      totAmt: 1500,
      remark: 'x',
    }) as never,
  'purchase.linkItems': () =>
    ({
      purchaseId: '301',
      spplrTin: 'P051555555E',
      spplrBhfId: '00',
      links: [{ spplrItemCd: 'KE3NTNO0000001', localItemCd: 'GOODS-0', itemNm: 'x' }],
    }) as never,
  'stock.levels': () => ({ text: 'x', filter: 'all', limit: 10 }),
  'stock.movements': (_, { item }) => ({ itemId: item, limit: 10 }),
  'stock.adjust': (_, { item }) => ({ kind: 'found', lines: [{ itemId: item, quantity: 100 }], remark: 'x' }),
  'stock.record': () =>
    ({
      sarNo: 10_000 + Math.floor(performance.now() * 1000),
      orgSarNo: 1,
      regTyCd: 'M',
      custTin: pin,
      custNm: 'x',
      ocrnDt: '20260301',
      totItemCnt: 1,
      totTaxblAmt: 1,
      totTax: 0,
      totAmt: 1,
      remark: 'x',
      itemList: [{ itemCd: 'GOODS-0', itemNm: 'x', stockTyCd: '02', qty: 1, unitPrice: 1, totAmt: 1 }],
    }) as never,
  'stock.findMovements': () => ({
    itemCd: 'GOODS-0',
    stockTyCd: '02',
    from: '20260101',
    to: '20990101',
    sarNo: 1,
    changedSince: '2026-01-01T00:00:00Z',
    limit: 10,
  }),
  'stock.transfer': () =>
    ({
      fromBhfId: '00',
      toBhfId: '01',
      sarNo: 20_000 + Math.floor(performance.now() * 1000),
      ocrnDt: '20260301101010',
      regrId: 'u1',
      regrNm: 'x',
      items: [
        {
          itemCd: 'GOODS-0',
          itemClsCd: '5059690800',
          itemNm: 'x',
          pkgUnitCd: 'NT',
          pkg: 1,
          qtyUnitCd: 'U',
          qty: 1,
          prc: 1.16,
          splyAmt: 1.16,
          totDcAmt: 0,
          taxblAmt: 1,
          taxTyCd: 'B',
          taxAmt: 0.16,
          totAmt: 1.16,
        },
      ],
    }) as never,
  'stock.setMaster': () => ({ itemCd: 'GOODS-0', remainingQty: 1, userId: 'u', userName: 'u' }),
  'queue.list': () => ({ filter: 'all', limit: 10 }),
  'queue.get': () => ({ id: 1 }),
  'queue.tryNow': () => ({}),
  'queue.resend': () => ({ id: 999, buyerPin: pin }),
  'queue.causes': () => ({}),
  'queue.solve': () => ({
    key: 'addStock/999',
    stock: { kind: 'received', reason: 'x', lines: [{ itemId: 999, quantity: 100 }] },
    buyerPin: pin,
  }),
  'queue.setAside': () => ({ id: 999 }),
  'queue.withdraw': () => ({ id: 999, reason: 'x' }),
  'queue.resumeLane': () => ({ lane: 'sales' }),
  'queue.find': () => ({ state: 'all', kind: 'sale', lane: 'sales', limit: 5 }),
  'queue.look': () => ({ id: 1 }),
  'queue.act': () => ({ id: 1, act: 'giveUp', reason: 'Sold again' }),
}

type Path = (string | number)[]
const written = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  )

const pathsOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([name, entry]) =>
    pathsOf(entry, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return path.length > 0 ? [path, ...below] : below
}

const gone = Symbol('gone')
const changed = (input: unknown, path: Path, value: unknown): unknown => {
  const copy = structuredClone(input)
  let holder = copy as Record<string | number, unknown>
  for (const part of path.slice(0, -1)) holder = holder[part] as typeof holder
  const last = path.at(-1) as string | number
  if (value === gone) delete holder[last]
  else holder[last] = value
  return copy
}

const wrong: unknown[] = [
  gone,
  null,
  '',
  'x\0y',
  '\ud800',
  'x'.repeat(5_000),
  -1,
  1.5,
  1e308,
  Number.NaN,
  99_999_999_999,
  true,
  [],
  {},
  JSON.parse('{"__proto__":{"polluted":1}}'),
  10n,
  new Date(0),
]

/** Failures that have no field because no field is at fault. */
const fieldless = /^(workspace|practice|session|receipt\.notPrinted|authority)\b|unexpected/

const setting = shared(async (cleanUp) => {
  const shop = await startShop({ timing: { answerMs: 300 }, cleanUp })
  await shop.authority.control('PUT', 'settings', { enforceStock: false })
  const item = await shop.stocked({
    price: 100_00,
    onHand: 100_000,
    code: 'SOLD-0',
    barcode: '6161100000999',
  })
  await shop.stocked({ code: 'GOODS-0', onHand: 100 })
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  const { user } = (await shop.ok('workspace.state')).session!
  const { printId } = await shop.ok('receipt.print', { invoiceId })
  const colleague = (await shop.ok('user.save', { name: 'Otieno', role: 'cashier', pin: '6284' })).id
  const ids: Ids = { item: item.id, invoice: invoiceId, person: user.id, colleague, print: printId }
  return { shop, ids }
})
/** Waits until the queue has nothing more to write; answers the version of what is stored then. */
const quiet = async (shop: Shop): Promise<string> => {
  const ready = "select id from submission where state in ('queued', 'sending', 'unknown') and blockers = 0"
  while (shop.read(shop.appId, ready).length > 0) await pause(4)
  return shop.version()
}

const call = (shop: Shop, name: OperationName, input: unknown): Promise<Reply<unknown>> =>
  operations[name].allow === 'software'
    ? shop.host().callRest(shop.host().verifyApiKey(shop.apiKey), name, input)
    : shop.host().call('window-1', name, input, shop.appId)

/** Counting a wrong PIN is what a wrong PIN is for; a supplier's invoice that is not here is asked for. */
const writesOnFailure: OperationName[] = [
  'session.unlock',
  'session.signIn',
  'purchase.confirm',
  'purchase.linkItems',
]

describe.each(Object.entries<Operation>(operations))('%s', (operationName) => {
  const name = operationName as OperationName

  test('names the field that is wrong and leaves everything as it was', async () => {
    const { shop, ids } = setting()
    const sample = samples[name](shop, ids)
    const paths = pathsOf(sample)
    let before = await quiet(shop)
    for (const path of paths) {
      for (const value of wrong) {
        const input = changed(
          name === 'sale.complete' ? { ...(sample as object), requestId: newRequest() } : sample,
          path,
          value,
        )
        const reply = await call(shop, name, input)
        const what = `${name} with ${written(path)} = ${String(typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 40)}`
        if (reply.ok) {
          if (name === 'session.lock') break
          before = await quiet(shop)
          continue
        }
        const { code, field, reason, message } = reply.error
        expect(code, `${what}: ${message}`).not.toBe('905')
        expect(message, what).toMatch(/^\S.*[^\s]$/)
        if (!fieldless.test(reason)) expect(field, `${what}: ${message}`).toBeTypeOf('string')
        if (reason.startsWith('input.')) {
          const place = written(path)
          const near = field === place || place.startsWith(field!) || field!.startsWith(place)
          // The valid value of a totals field depends on the lines, and that of a tender on the amount due.
          const related =
            /^(transaction\.tot|tot(ItemCnt|Amt|TaxblAmt)$|items\[0\]\.(splyAmt|totAmt)|tenders|transaction\.invcNo|lineItems|scaleRules)/.test(
              field!,
            )
          expect(near || related, `${what} blames ${field}: ${message}`).toBe(true)
        }
        // A document that the authority refuses was kept and sent before: that is no bad input.
        if (reason.startsWith('authority.')) before = await quiet(shop)
        else if (!writesOnFailure.includes(name) && shop.version() !== before) {
          // A log that begins anew is reported like a write, and once only; a call that writes does so again.
          before = shop.version()
          await call(shop, name, input)
          expect(shop.version(), `${what}: ${reason}`).toBe(before)
        }
      }
    }
    if (name.startsWith('session.')) {
      await shop.ok('session.unlock', { userId: ids.person, pin: '471362' })
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  }, 120_000)

  test.each([[null], [[]], ['text'], [7], [undefined]])('takes no %j for an object', async (input) => {
    const reply = await call(setting().shop, name, input)
    // Reads without members have nothing to miss.
    if (reply.ok) expect(input).toBeUndefined()
    else expect(reply.error).toMatchObject({ code: '003', field: 'body' })
  })
})
