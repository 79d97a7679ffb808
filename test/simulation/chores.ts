/** The acts besides selling: goods, items, customers, and documents that need a person. */
import { toWireDate, toWireDateTime } from '../../core/fiscal/dates.ts'
import type { ActsOptions, ExpectKnown } from './acts.ts'
import { supplierPin } from './suppliers.ts'

const money = (cents: number) => cents / 100

/** Stock that somebody corrected by hand. */
export interface AskedAdjustment {
  /** Names it. */
  remark: string
  kind: 'received' | 'returned' | 'found' | 'wasted' | 'lost' | 'ownUse'
  itemId: number
  /** Hundredths. */
  quantity: number
  acknowledged: boolean
}
const kinds = ['received', 'found', 'wasted', 'returned', 'lost', 'ownUse'] as const

export const createChores = (options: ActsOptions & { expectKnown: ExpectKnown }) => {
  const { seed, random, machine, time, authority, till, goods, mark, broken, over, expectKnown } = options
  let made = 0
  const shelf = () => goods.filter(({ service }) => !service)
  /** The till's present time, unless its clock is wrong. */
  const today = () => time.now() + Math.min(machine.skewMs, 0)

  const adjust = (): void => {
    const asked: AskedAdjustment = {
      ...{ remark: `by hand-${made++}-${seed}`, kind: random.pick(kinds), itemId: random.pick(shelf()).id },
      ...{ quantity: random.between(1, 40) * 100, acknowledged: false },
    }
    options.adjustments.push(asked)
    const { kind, remark, itemId, quantity } = asked
    const failures = machine.disk.failures
    void till
      .ask('manager', 'stock.adjust', { kind, remark, lines: [{ itemId, quantity }] })
      .then((reply) => {
        mark(6)
        asked.acknowledged = reply.ok
        expectKnown('a stock record', reply, failures, '003')
      })
  }

  const makeItem = async (): Promise<void> => {
    const number = goods.length + 1
    const service = number % 5 === 0
    const price = random.between(5_00, 900_00)
    const category = number % 2 === 0 ? 'Even' : 'Odd'
    const failures = machine.disk.failures
    const reply = await till.ask('owner', 'item.save', {
      name: `Goods ${number}`,
      category,
      taxType: 'B',
      type: service ? '3' : '2',
      price,
      itemClass: service ? '8014160000' : '5313160900',
    })
    expectKnown('an item', reply, failures)
    if (!reply.ok) return
    const { id, code } = reply.data
    if (!service) {
      const stocked = await till.ask('owner', 'stock.adjust', {
        kind: 'opening',
        lines: [{ itemId: id, quantity: 100_000 }],
      })
      expectKnown('opening stock', stocked, failures)
    }
    goods.push({ id, code, price, service, category })
  }

  /** A manager handles refused documents: resends or withdraws each. */
  const correct = (): void => {
    if (!till.running()) return
    const refused = till.read<{ id: number; kind: string; remedy: string | null }>(
      "select id, kind, remedy from submission where state = 'refused'",
    )
    const failures = machine.disk.failures
    for (const { id, kind, remedy } of refused) {
      const { remedy: advice, itemId } = JSON.parse(remedy ?? '{}') as { remedy?: string; itemId?: number }
      // As the screen advises: record the received goods, then resend.
      if (advice === 'addStock' && itemId)
        void till.ask('manager', 'stock.adjust', { kind: 'found', lines: [{ itemId, quantity: 400_000 }] })
      // Items are never withdrawn here: an item without a registration can still be sold, and its sales would be refused.
      const acting =
        kind === 'item' || random.chance(0.9)
          ? till.ask('manager', 'queue.resend', { id })
          : till.ask('manager', 'queue.withdraw', { id, reason: 'Not wanted any more' })
      void acting.then((reply) => {
        mark(7)
        expectKnown('correcting', reply, failures, '003', '004', '801', '802')
      })
    }
    const paused = till.read<{ name: 'sales' | 'items'; reason: string }>(
      'select name, paused_reason as reason from lane where paused_reason is not null',
    )
    for (const { name, reason } of paused) {
      // Codes of items have no counter of their own at the authority that could be asked.
      if (reason === 'counterConflict' && name !== 'items' && !authority.isShared(name))
        broken(`the lane ${name} fights over numbers with nobody`)
      void till.ask('manager', 'queue.resumeLane', { lane: name })
    }
  }

  /** Other software books goods in, or out, under a number of its own. */
  const record = (): void => {
    const item = random.pick(shelf())
    const quantity = random.between(1, 20)
    const total = item.price * quantity
    made += 1
    const body = {
      sarNo: 1_000 * (seed % 1_000_000) + made,
      regTyCd: 'M' as const,
      custTin: 'P051234567Q',
      ocrnDt: toWireDate(today()),
      totItemCnt: 1,
      totTaxblAmt: money(total),
      totTax: 0,
      totAmt: money(total),
      itemList: [
        {
          itemCd: item.code,
          itemNm: 'Goods',
          stockTyCd: random.pick(['02', '03', '13'] as const),
          qty: quantity,
          unitPrice: money(item.price),
          totAmt: money(total),
        },
      ],
    }
    const failures = machine.disk.failures
    const ask = () =>
      void till.ask('software', 'stock.record', body).then((reply) => {
        mark(10)
        expectKnown('a stock record of other software', reply, failures, '003', '004', '006')
      })
    ask()
    if (options.twice && random.chance(0.2)) ask()
  }

  const transfer = (): void => {
    const item = random.pick(shelf())
    const quantity = random.between(1, 5)
    const total = item.price * quantity
    const taxable = Math.round((total * 100) / 116)
    const failures = machine.disk.failures
    void till
      .ask('software', 'stock.transfer', {
        fromBhfId: till.profile.row.branch_id,
        toBhfId: random.pick(authority.branches.others),
        ocrnDt: toWireDateTime(today()),
        items: [
          {
            itemCd: item.code,
            itemClsCd: '5059690800',
            itemNm: 'Goods',
            pkgUnitCd: 'NT',
            pkg: 1,
            qtyUnitCd: 'U',
            qty: quantity,
            prc: money(item.price),
            splyAmt: money(total),
            taxblAmt: money(taxable),
            taxTyCd: 'B',
            taxAmt: money(total - taxable),
            totAmt: money(total),
          },
        ],
      })
      .then((reply) => {
        mark(11)
        expectKnown('a transfer', reply, failures, '003', '004', '006')
      })
  }

  /** A supplier's invoice comes in; other software links its goods and confirms it, and asks until it knows. */
  const purchase = (): void => {
    const item = random.pick(goods)
    const line = { quantity: random.between(1, 20) * 100, price: item.price }
    const invoice = authority.invoiceUs([line])
    const { number: spplrInvcNo, total, shownAt } = invoice
    const code = invoice.lines[0]?.code ?? ''
    const body = {
      ...{ spplrTin: supplierPin, spplrInvcNo, rcptTyCd: 'P' as const, pmtTyCd: '01' },
      ...{ cfmDt: toWireDateTime(today()), salesSttsCd: '02' as const, totAmt: money(total) },
    }
    let known = false
    let refusals = 0
    const link = async (): Promise<void> => {
      const failures = machine.disk.failures
      const links = [{ spplrItemCd: code, localItemCd: item.code }]
      const reply = await till.ask('software', 'purchase.linkItems', { purchaseId: spplrInvcNo, links })
      expectKnown('linking', reply, failures, '003', '006')
    }
    const ask = () => {
      if (known || over() || refusals > 5) return
      if (!till.running()) return void time.after(1_000, ask)
      const failures = machine.disk.failures
      // Since before anybody whose question this one may share.
      const isShown = shownAt < time.now() - 60_000
      void till.ask('software', 'purchase.confirm', body).then((reply) => {
        mark(reply.ok ? 17 : Number(reply.error.code))
        expectKnown(`the purchase ${spplrInvcNo}`, reply, failures, '003', '004', '005', '006')
        if (isShown && !reply.ok && reply.error.reason === 'purchase.notFound')
          broken(`the invoice ${spplrInvcNo} is shown, and not found`)
        if (!reply.ok && reply.error.code === '003') refusals += 1
        if (!reply.ok && reply.error.code === '005') void link()
        const result = reply.ok ? reply.data : reply.error.code === '004' ? reply.error.data : undefined
        if (known || !result) return
        known = true
        const { cisInvcNo } = result as { cisInvcNo: number }
        if (invoice.confirmedAs !== cisInvcNo)
          broken(`the purchase ${spplrInvcNo} is not confirmed as ${cisInvcNo}`)
      })
      time.after(30_000, ask)
    }
    ask()
    if (options.twice && random.chance(0.2)) ask()
  }

  /** An item has another name or price from now on; what was sold stays as it was. */
  const changeItem = (): void => {
    const item = random.pick(goods)
    const price = random.between(5_00, 900_00)
    const failures = machine.disk.failures
    made += 1
    void till
      .ask('owner', 'item.save', {
        id: item.id,
        name: `Goods again ${made}`,
        category: item.category,
        taxType: 'B',
        type: item.service ? '3' : '2',
        price,
      })
      .then((reply) => {
        mark(12)
        expectKnown('a changed item', reply, failures)
        if (reply.ok) item.price = price
      })
  }

  const customer = (): void => {
    const failures = machine.disk.failures
    const pin = `A${String(random.between(1, 40)).padStart(9, '0')}Z`
    void till
      .ask('manager', 'customer.save', { pin, name: `Customer ${random.between(1, 9)}` })
      .then((reply) => {
        mark(13)
        expectKnown('a customer', reply, failures)
      })
  }

  /** A manager sets aside a document on which the authority keeps failing, after the wait that Kaunta asks for. */
  const setAside = (): void => {
    if (!till.running()) return
    const tried = till.read<{ id: number }>(
      `select id from submission where lane in ('sales', 'stock', 'purchases') and state in ('queued', 'unknown')
        and attempts > 5 group by lane`,
    )
    if (tried.length === 0) return
    const { id } = random.pick(tried)
    let asked = 0
    const ask = () => {
      if (over() || !till.running()) return
      const failures = machine.disk.failures
      asked += 1
      void till.ask('manager', 'queue.setAside', { id }).then((reply) => {
        mark(14)
        expectKnown('setting a document aside', reply, failures, '003', '004', '006')
        if (reply.ok || asked === 5) return
        const { seconds } = (reply.error.params ?? {}) as { seconds?: number }
        if (reply.error.reason === 'queue.tooSoon') time.after((seconds ?? 0) * 1_000, ask)
        if (reply.error.reason === 'queue.busy') time.after(5_000, ask)
      })
    }
    ask()
  }

  /** Enters by hand the signature of a document that the authority accepted without returning it. */
  const sign = (): void => {
    const [row] = till.read<{ id: number; number: number }>(
      'select invoice_id as id, authority_number as number from signature where signature is null limit 1',
    )
    const there = row && authority.sales[row.number - 1]
    if (!there) return
    const failures = machine.disk.failures
    void till
      .ask('manager', 'invoice.enterSignature', {
        id: row.id,
        signature: String(there.receipt['rcptSign']),
        internalData: String(there.receipt['intrlData']),
        receiptNumber: Number(there.receipt['curRcptNo']),
        totalReceiptNumber: Number(there.receipt['totRcptNo']),
        signedAt: String(there.receipt['sdcDateTime']),
      })
      .then((reply) => {
        mark(15)
        expectKnown('a signature entered by hand', reply, failures, '003')
      })
  }

  const tryNow = (): void => {
    const failures = machine.disk.failures
    void till.ask('manager', 'queue.tryNow', {}).then((reply) => {
      mark(16)
      expectKnown('not waiting', reply, failures)
    })
  }

  return {
    adjust,
    record,
    transfer,
    purchase,
    makeItem,
    changeItem,
    customer,
    correct,
    setAside,
    sign,
    tryNow,
  }
}
