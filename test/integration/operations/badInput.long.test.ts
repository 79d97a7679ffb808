/**
 * Bad input on every operation of a window: a failure that names the field, never a 905, and nothing half-written. The
 * conformance tables and `conformance/fuzz.long.test.ts` do the same for those that only other software calls.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../core/contract/errors.ts'
import { type InputOf, type OperationName, operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { directPrinters } from '../../../core/printing/direct/directPrinters.ts'
import { printTiming } from '../../../core/printing/direct/timing.ts'
import { connectionTo, newRequest, type Shop, shared, startShop } from './shop.ts'

type Samples = { [N in OperationName]?: (shop: Shop, ids: Ids) => InputOf<N> }
interface Ids {
  item: number
  invoice: number
  person: string
  colleague: string
  print: number
}

const pin = 'A000000001Z'
/** A whole input for every operation of a window, with every optional member. */
const samples: Samples = {
  'workspace.state': () => ({}),
  'workspace.tryItNow': () => ({ language: 'en' }),
  'workspace.createOwner': () => ({ name: 'Owner', pin: '471362', first: 'shop' }),
  'workspace.setLanguage': () => ({ language: 'en' }),
  'workspace.setLockAfter': () => ({ minutes: 0 }),
  'session.unlock': (_, { person }) => ({ userId: person, pin: '471362' }),
  'session.lock': () => ({}),
  'session.touched': () => ({}),
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
  'shift.state': () => ({}),
  'shift.open': () => ({
    sum: 1_000_00,
    denominations: [{ value: 1_000_00, count: 1 }],
    requestId: newRequest(),
  }),
  'shift.get': () => ({ number: 1, language: 'sw', paper: '58mm' }),
  'shift.addCash': () => ({
    number: 1,
    kind: 'payOut',
    amount: 50_00,
    reason: 'Water',
    reference: 'x',
    note: 'x',
    requestId: newRequest(),
  }),
  'shift.close': () => ({
    number: 1,
    sum: 1_000_00,
    denominations: [{ value: 1_000_00, count: 1 }],
    others: [{ method: 'mobileMoney', sum: 1 }],
    note: 'x',
    requestId: newRequest(),
  }),
  'shift.review': () => ({ number: 1 }),
  'shift.list': () => ({ limit: 10 }),
  'shift.print': () => ({ number: 1, movement: 1, language: 'sw', paper: '58mm', target: 'window' }),
  'report.day': () => ({ day: '20261120', language: 'sw', paper: '80mm' }),
  'report.print': () => ({ day: '20261120', language: 'en', paper: '80mm', target: 'window' }),
  'backup.saveElsewhere': () => ({ folder: '/no/such/folder' }),
  'backup.dismiss': () => ({ id: 'a-finding-that-nobody-has' }),
  'backup.describe': () => ({ copy: { place: 'own', name: '20261120120000-manual.db' } }),
  'backup.look': () => ({ path: '/no/such/copy.db' }),
  'backup.restore': () => ({ copy: { place: 'file', path: '/no/such/copy.db' }, pin: '0000' }),
  'update.get': () => ({}),
  'update.ask': () => ({}),
  'update.install': () => ({ version: '0.2.0' }),
  'update.setAddress': () => ({ address: 'https://updates.example' }),
  'update.startWithComputer': () => ({ on: true }),
  'hub.state': () => ({}),
  'hub.pair': () => ({ address: '127.0.0.1:1', code: '0123-4567-89AB-CDEF' }),
  'hub.setAddress': () => ({ address: '127.0.0.1:1' }),
  'hub.receipts': () => ({ text: 'T1-1' }),
  'hub.tryNow': () => ({}),
  'hub.leave': () => ({}),
  'hub.tills': () => ({}),
  'hub.confirm': () => ({ uid: 'nowhere' }),
  'hub.revoke': () => ({ uid: 'nowhere' }),
  'hub.nameDeputy': () => ({ uid: 'nowhere' }),
  'hub.code': () => ({}),
  'hub.screens': () => ({}),
  'hub.setPassword': () => ({ name: 'Amina', password: 'twelve signs' }),
  'hub.offers': () => ({}),
  'hub.report': () => ({ day: '20261120', language: 'sw', paper: '80mm' }),
  'hub.bestSellers': () => ({ day: '20261120', days: 8 }),
  'hub.printReport': () => ({ day: '20261120', language: 'en', paper: '80mm', target: 'window' }),
  'hub.thisComputer.state': () => ({}),
  'hub.thisComputer.start': () => ({}),
  'hub.thisComputer.stop': () => ({}),
  'hub.thisComputer.newCode': () => ({}),
  'hub.takeOver': () => ({ pin: '471362', backups: '/no/such/folder' }),
  'hub.thisComputer.sheet': () => ({ pin: '471362', language: 'en' }),
  'hub.thisComputer.printSheet': () => ({ pin: '471362', language: 'sw' }),
  'hub.answerOffer': () => ({ uid: '00000000-0000-4000-8000-000000000000', take: false, seen: {} }),
  'hub.answerTwins': () => ({
    one: '00000000-0000-4000-8000-000000000000',
    other: '00000000-0000-4000-8000-000000000001',
    keep: null,
  }),
  'hub.registerLetter': () => ({ id: 1, name: 'Soap' }),
  'rest.get': () => ({}),
  'rest.set': () => ({ on: false, port: 7460 }),
  'apiKey.list': () => ({}),
  'apiKey.mint': () => ({}),
  'apiKey.adopt': () => ({ key: 'pos_test_0123456789abcdefghijkl' }),
  'apiKey.revoke': () => ({ id: 'a-key-that-nobody-has' }),
  'approval.people': () => ({ acts: [{ act: 'noSale', amount: 1, document: '1' }] }),
  'approval.give': () => ({
    userId: 'nobody',
    pin: '1',
    reason: 'x',
    acts: [{ act: 'noSale', amount: 1, document: '1' }],
  }),
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
    orderLeadDays: 3,
    orderSafetyDays: 7,
    supplierLeadDays: [{ supplier: pin, days: 10 }],
    largeDifference: 5_000_00,
    largeDifferenceShare: 50,
    shiftRequired: false,
    blindCount: false,
    cashierSeesFigures: true,
    roundCash: true,
    denominations: [1_000_00, 50_00],
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
  'printer.state': () => ({}),
  'printer.save': () => ({
    name: 'Counter',
    connection: { kind: 'network', host: '127.0.0.1', port: 9 },
    language: 'esc-pos',
    columns: 48,
    paper: '80mm',
    codePage: 'ascii',
    cut: true,
    qr: 'printer',
    uses: ['receipts'],
    drawer: false,
    failover: null,
  }),
  'printer.remove': () => ({ id: 'none' }),
  'printer.find': () => ({ network: false, near: '127.0.0.1' }),
  'serial.list': () => ({}),
  'scale.read': () => ({}),
  'pole.show': () => ({ kind: 'item', name: 'Bread', amount: 70_00, total: 140_00 }),
  'printJob.list': () => ({}),
  'printJob.answer': () => ({ id: 1, printed: true }),
  'printJob.cancel': () => ({ id: 1 }),
  'printJob.move': () => ({ id: 1, printerId: 'none' }),
  'printJob.retry': () => ({}),
  'printer.test': () => ({ printer: { kind: 'window', name: 'P', tested: true }, paper: '80mm' }),
  'practice.get': () => ({}),
  'practice.set': () => ({ mode: 'normal' }),
  'day.give': () => ({ day: '20261124' }),
  'device.status': () => ({}),
  'device.initialize': () => ({ deviceSerialNumber: 'KAU-1' }),
  'device.restore': () => ({ cmcKey: 'a-wrong-key', sdcId: 'KRACU0100000001', mrcNo: 'WIS01000001' }),
  'reference.sync': () => ({}),
  'reference.state': () => ({}),
  'reference.codes': () => ({ class: '04' }),
  'reference.taxRates': () => ({}),
  'reference.itemClasses': () => ({ text: 'bread', limit: 10 }),
  'reference.notices': () => ({}),
  'item.search': () => ({ text: 'soap', limit: 10 }),
  'item.scan': () => ({ code: '6161100000017' }),
  'item.grid': () => ({ view: { kind: 'category', category: 'Bakery' } }),
  'item.arrange': (_, { item }) => ({ pages: [{ name: 'Counter', items: [item] }] }),
  'item.categoryColour': () => ({ category: 'Bakery', colour: 'red' }),
  'picture.get': (_, { item }) => ({ id: item, at: 1 }),
  'picture.set': (_, { item }) => ({ id: item, image: '/9j/' }),
  'item.list': () => ({ text: 'soap', filter: 'all', limit: 10 }),
  'item.get': (_, { item }) => ({ id: item }),
  'item.history': (_, { item }) => ({ id: item, limit: 10 }),
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
  'item.other': () => ({
    name: 'Umbrella',
    price: 450_00,
    taxType: 'B',
    itemClass: '5313160900',
    type: '2',
    quantity: 100,
    requestId: 'other-item-1',
  }),
  'item.importRows': () => ({
    check: false,
    part: { requestId: newRequest(), from: 0, total: 1, fileName: 'goods.csv' },
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
  'export.record': () => ({ list: 'items', format: 'csv', rows: 12 }),
  'item.imports': () => ({ limit: 10 }),
  'item.importLines': () => ({ id: 1, limit: 10 }),
  'item.importUndo': () => ({ id: 1, requestId: newRequest(), check: true, before: 1 }),
  'item.bulkChange': (_, { item }) => ({
    change: { kind: 'amount', amount: 100, rounding: 'nine' },
    items: [{ id: item, seen: 1 }],
    check: false,
    part: { requestId: newRequest(), from: 0, total: 1 },
  }),
  'item.categoryClasses': () => ({}),
  'item.classesNotChosen': () => ({}),
  'item.chooseClass': () => ({ category: 'Soap', itemClass: '5313160900' }),
  'item.favourite': (_, { item }) => ({ id: item, favourite: false }),
  'customer.lookUp': () => ({ pin }),
  'customer.list': () => ({ text: 'x', limit: 10 }),
  'customer.save': () => ({
    pin,
    name: 'x',
    phone: '0712345678',
    email: 'a@b.co',
    address: 'x',
    requestId: newRequest(),
  }),
  'account.get': () => ({ customerId: 1 }),
  'account.entries': () => ({ customerId: 1, limit: 10 }),
  'account.pay': () => ({
    customerId: 1,
    method: '01',
    amount: 1,
    reference: 'x',
    note: 'x',
    sales: [1],
    requestId: newRequest(),
  }),
  'account.markPaid': () => ({ customerId: 1, sales: [1], note: 'x', requestId: newRequest() }),
  'account.printPayment': () => ({ id: 1, language: 'sw', paper: '58mm', target: 'window' }),
  'account.statement': () => ({
    customerId: 1,
    from: '20261101',
    to: '20261125',
    language: 'sw',
    paper: '58mm',
  }),
  'account.printStatement': () => ({
    customerId: 1,
    from: '20261101',
    to: '20261125',
    language: 'sw',
    paper: '58mm',
    target: 'window',
  }),
  'account.merge': () => ({ from: 1, into: 999 }),
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
  'sale.void': (_, { item }) => ({
    window: 'window-of-a-till',
    requestId: 'request-of-a-draft',
    voidId: newRequest(),
    goods: [{ itemId: item, quantity: 100 }],
    draft: null,
  }),
  'sale.drafts': () => ({}),
  'training.start': () => ({}),
  'training.end': () => ({}),
  'proforma.make': (_, { item }) => ({
    cart: {
      lines: [{ itemId: item, quantity: 100, unitPrice: 100_00, discount: { kind: 'amount', cents: 1 } }],
      buyer: { pin, name: 'Buyer' },
    },
    requestId: newRequest(),
  }),
  'proforma.list': () => ({ text: 'PS-1', limit: 10 }),
  'proforma.take': () => ({ id: 1 }),
  'proforma.print': () => ({ id: 1, paper: '58mm', target: 'window' }),
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
  'invoice.list': () => ({ day: '20260301', text: 'x', state: 'all', limit: 10 }),
  'invoice.get': (_, { invoice }) => ({ id: invoice }),
  'invoice.credit': (_, { invoice }) => ({
    id: invoice,
    reason: '06',
    returnStock: true,
    items: [{ position: 1, quantity: 1 }],
    requestId: newRequest(),
  }),
  'invoice.refundOf': (_, { invoice }) => ({ id: invoice, items: [{ position: 1, quantity: 1 }] }),
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
  'stock.levels': () => ({ text: 'x', filter: 'all', days: 30, order: 'value', limit: 10 }),
  'stock.value': () => ({ text: 'x', filter: 'all', days: 30 }),
  'stock.history': (_, { item }) => ({ itemId: item, days: 30 }),
  'stock.movements': (_, { item }) => ({ itemId: item, limit: 10 }),
  'stock.adjust': (_, { item }) => ({
    kind: 'found',
    lines: [{ itemId: item, quantity: 100 }],
    remark: 'x',
    sure: true,
  }),
  'stock.settle': (_, { item }) => ({
    requestId: newRequest(),
    itemId: item,
    difference: 100,
    reason: 'x',
  }),
  'count.list': () => ({ limit: 10 }),
  'count.start': () => ({ scope: 'category', category: 'x', requestId: newRequest() }),
  'count.get': () => ({ id: 1, show: 'differing', limit: 10 }),
  'count.enter': (_, { item }) => ({
    id: 1,
    entries: [{ uid: newRequest(), itemId: item, quantity: 100, recount: true }],
  }),
  'count.book': () => ({ id: 1, missing: 'zero', sure: true, requestId: newRequest() }),
  'count.drop': () => ({ id: 1, requestId: newRequest() }),
  'count.print': () => ({ id: 1, what: 'sheet', language: 'sw', paper: '58mm', target: 'window' }),
  'delivery.invoices': () => ({ filter: 'open', text: 'x', limit: 10 }),
  'delivery.fetch': () => ({}),
  'delivery.invoice': () => ({ id: 1 }),
  'delivery.deliver': (_, { item }) => ({
    requestId: newRequest(),
    invoiceId: 1,
    lines: [{ itemId: item, units: 2400, received: 100 }],
    remark: 'x',
  }),
  'delivery.enter': (_, { item }) => ({
    requestId: newRequest(),
    kind: 'imported',
    supplierName: 'Market',
    supplierPin: pin,
    lines: [{ itemId: item, quantity: 100, unitCost: 100 }],
    remark: 'x',
  }),
  'delivery.refuse': () => ({ invoiceId: 1, reason: 'x' }),
  'delivery.takeUp': () => ({ invoiceId: 1 }),
  'delivery.list': () => ({ text: 'x', differing: true, limit: 10 }),
  'delivery.get': () => ({ id: 1 }),
  'label.propose': () => ({ source: 'items', filter: 'all', text: 'x' }),
  'label.preview': (_, { item }) => ({
    itemId: item,
    format: 'roll50x30',
    secondName: true,
    unitPrice: true,
  }),
  'label.print': (_, { item }) => ({
    format: 'sheet70x37',
    secondName: true,
    unitPrice: true,
    lines: [{ itemId: item, copies: 1 }],
    start: 2,
    target: 'window',
  }),
  'label.giveBarcodes': (_, { item }) => ({ itemIds: [item] }),
  'delivery.print': () => ({ id: 1, language: 'sw', paper: '58mm', target: 'window' }),
  'transfer.branches': () => ({}),
  'transfer.send': (_, { item }) => ({
    requestId: newRequest(),
    branchId: '01',
    lines: [{ itemId: item, quantity: 100 }],
    remark: 'x',
  }),
  'transfer.arrivals': () => ({ filter: 'open', limit: 10 }),
  'transfer.fetch': () => ({}),
  'transfer.arrival': () => ({ id: 1 }),
  'transfer.receive': (_, { item }) => ({
    requestId: newRequest(),
    arrivalId: 1,
    lines: [{ itemId: item, received: 100 }],
    remark: 'x',
  }),
  'transfer.enter': (_, { item }) => ({
    requestId: newRequest(),
    branchId: '01',
    lines: [{ itemId: item, quantity: 100 }],
    remark: 'x',
  }),
  'transfer.dismiss': () => ({ arrivalId: 1, reason: 'x' }),
  'transfer.takeUp': () => ({ arrivalId: 1 }),
  'transfer.list': () => ({ direction: 'out', text: 'x', differing: true, limit: 10 }),
  'transfer.get': () => ({ id: 1 }),
  'transfer.print': () => ({ id: 1, language: 'sw', paper: '58mm', target: 'window' }),
  'order.suggest': () => ({ cover: 14 }),
  'order.setLeadDays': () => ({ supplier: pin, leadDays: 10 }),
  'order.make': (_, { item }) => ({
    requestId: newRequest(),
    supplierName: 'Market',
    supplierPin: pin,
    lines: [{ itemId: item, quantity: 100 }],
    remark: 'x',
  }),
  'order.list': () => ({ filter: 'open', limit: 10 }),
  'order.get': () => ({ id: 1 }),
  'order.end': () => ({ requestId: newRequest(), id: 1, act: 'cancelled' }),
  'order.print': () => ({ id: 1, language: 'sw', paper: '58mm', target: 'window' }),
  'customs.list': () => ({ filter: 'waiting', text: 'x', limit: 10 }),
  'customs.fetch': () => ({}),
  'customs.get': () => ({ id: 1 }),
  'customs.approve': (_, { item }) => ({
    requestId: newRequest(),
    entryId: 1,
    itemId: item,
    units: 2400,
    unitCost: 100,
    remark: 'x',
  }),
  'customs.reject': (_, { item }) => ({ requestId: newRequest(), entryId: 1, itemId: item, reason: 'x' }),
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
const fieldless = /^(workspace|practice|session|receipt\.notPrinted|authority|hub)\b|unexpected/

const setting = shared(async (cleanUp) => {
  // Nobody looks for printers in the network of the computer that tests.
  const direct = { ...directPrinters(printTiming), inNetwork: async () => [] }
  const shop = await startShop({ timing: { answerMs: 300 }, ports: { direct }, cleanUp })
  await shop.authority.control('PUT', 'settings', { enforceStock: false })
  const item = await shop.stocked({ price: 100_00, onHand: 100_000 })
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

const call = (shop: Shop, name: string, input: unknown): Promise<Reply<unknown>> =>
  shop.host().call('window-1', name, input, shop.appId)

const ofWindows = Object.entries<Operation>(operations).filter(([, { allow }]) => allow !== 'software')

describe.each(ofWindows)('%s', (operationName) => {
  const name = operationName as OperationName

  test('names the field that is wrong and leaves everything as it was', async () => {
    const { shop, ids } = setting()
    const sample = samples[name]!(shop, ids)
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
          // The valid value of a tender depends on the amount due.
          const related = /^(tenders|scaleRules)/.test(field!)
          expect(near || related, `${what} blames ${field}: ${message}`).toBe(true)
        }
        // A document that the authority refuses was kept and sent before: that is no bad input.
        if (reason.startsWith('authority.')) before = await quiet(shop)
        // Counting a wrong PIN is what a wrong PIN is for.
        // A wrong PIN is counted.
        else if (!['session.unlock', 'approval.give'].includes(name) && shop.version() !== before) {
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

  test('takes nothing else for an object', async () => {
    for (const input of [null, [], 'text', 7, undefined]) {
      const reply = await call(setting().shop, name, input)
      // Reads without members have nothing to miss.
      if (reply.ok) expect(input).toBeUndefined()
      else expect(reply.error).toMatchObject({ code: '003', field: 'body' })
    }
  })
})
