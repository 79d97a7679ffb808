/** M-PESA codes, card slips and cheques: one code pays one receipt. */
import { describe, expect, test } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

const codes = { mobileMoney: '06', card: '05', cheque: '04' } as const

const shop = shared(async (cleanUp) => {
  const shop = await startShop({ cleanUp })
  const item = await shop.stocked({ price: 100_00, onHand: 100_00 })
  await shop.ok('user.save', { name: 'Otieno', role: 'cashier', pin: '5824', active: true })
  const pay = (
    reference: string,
    { method = codes.mobileMoney, ...tender }: Partial<InputOf<'sale.complete'>['tenders'][number]> = {},
  ) => ({
    lines: [{ itemId: item.id, quantity: 100 }],
    tenders: [{ method, amount: 100_00, reference, ...tender }],
    requestId: newRequest(),
  })
  return { ...shop, pay }
})

let made = 0
/** Ten letters and digits that no other test uses. */
const newCode = (): string => {
  made += 1
  return `TKN${String(made).padStart(7, '0')}`
}

/** Another window, in which a cashier works. */
const cashierOf = async (till: Shop) => {
  const window = till.window('window-2')
  const { people } = await window.ok('workspace.state')
  const userId = people.find(({ name }) => name === 'Otieno')?.id ?? ''
  await window.ok('session.unlock', { userId, pin: '5824' })
  return window
}

const auditOf = (till: Shop) =>
  till.read<{ subject: string; who: string; content: string }>(
    till.appId,
    "select subject, who, content from audit where kind = 'codeReused'",
  )

describe('an M-PESA code', () => {
  test('is kept in capitals without spaces, and a receipt is found by it however it is typed', async () => {
    const code = newCode()
    const typed = ` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)} `
    const { invoiceId, number } = await shop().ok('sale.complete', shop().pay(typed))
    const { tenders } = await shop().ok('invoice.get', { id: invoiceId })
    expect(tenders).toEqual([{ method: 'mobileMoney', amount: 100_00, reference: code }])
    for (const text of [code, code.toLowerCase(), typed]) {
      const { invoices } = await shop().ok('invoice.list', { text })
      expect(invoices.map((each) => each.number)).toEqual([number])
    }
  })

  test.each(['TKN12', 'TKN12345678', 'TKN1234-67'])('is refused as %s', async (reference) => {
    expect(await shop().fails('sale.complete', shop().pay(reference))).toMatchObject({
      code: '003',
      reason: 'tender.codeInvalid',
      field: 'tenders[0].reference',
    })
  })

  test('may stay empty', async () => {
    for (const reference of ['', ' ']) await shop().ok('sale.complete', shop().pay(reference))
  })

  test('that another receipt has is refused with its number until a manager allows it, which is written down', async () => {
    const till = shop()
    const code = newCode()
    const first = await till.ok('sale.complete', till.pay(code))
    const again = till.pay(code.toLowerCase())
    const refusal = {
      code: '004',
      reason: 'tender.codeUsed',
      field: 'tenders[0].reference',
      params: { code, number: first.number, total: '100.00' },
    }
    const cashier = await cashierOf(till)
    for (const window of [till, cashier])
      expect(await window.fails('sale.complete', again)).toMatchObject(refusal)
    const allowed = { ...till.pay(code, { allowUsed: true }), requestId: again.requestId }
    expect(await cashier.fails('sale.complete', allowed)).toMatchObject({
      code: '001',
      reason: 'tender.codeNeedsManager',
    })
    expect(auditOf(till)).toEqual([])
    const second = await till.ok('sale.complete', allowed)
    expect(await till.ok('sale.complete', allowed)).toEqual(second)
    const row = {
      subject: second.number,
      who: 'Wanjiru',
      content: JSON.stringify({ code, on: first.number }),
    }
    expect(auditOf(till)).toEqual([row])
    // An allowance is for one receipt.
    expect(await till.fails('sale.complete', till.pay(code))).toMatchObject({
      params: { number: second.number },
    })
  })

  test('is on one sale once', async () => {
    const sale = shop().pay(newCode())
    const tenders = [50_00, 50_00].map((amount) => ({ ...sale.tenders[0]!, amount }))
    expect(await shop().fails('sale.complete', { ...sale, tenders })).toMatchObject({
      reason: 'tender.codeTwice',
      field: 'tenders[1].reference',
    })
  })

  test('that two windows use at once pays one sale', async () => {
    const cashier = await cashierOf(shop())
    const code = newCode()
    const replies = await Promise.all([
      shop().call('sale.complete', shop().pay(code)),
      cashier.call('sale.complete', shop().pay(code)),
    ])
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is free again once its receipt is fully credited, and not before', async () => {
    const till = shop()
    const code = newCode()
    const sale = till.pay(code)
    const two = {
      ...sale,
      lines: [{ ...sale.lines[0]!, quantity: 200 }],
      tenders: [{ ...sale.tenders[0]!, amount: 200_00 }],
    }
    const { invoiceId: id, number } = await till.ok('sale.complete', two)
    const half = { reason: '06', items: [{ position: 1, quantity: 100 }] }
    await till.ok('invoice.credit', { id, ...half, requestId: newRequest() })
    expect(await till.fails('sale.complete', till.pay(code))).toMatchObject({ params: { number } })
    await till.ok('invoice.credit', { id, ...half, requestId: newRequest() })
    await till.ok('sale.complete', till.pay(code))
    expect(auditOf(till).map(({ subject }) => subject)).toHaveLength(1)
  })

  test('is free again once its refused receipt is withdrawn', async () => {
    const till = shop()
    const code = newCode()
    await till.settled()
    await till.authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    ])
    const { invoiceId, number } = await till.ok('sale.complete', till.pay(code))
    await till.waitFor(async () => (await till.ok('invoice.get', { id: invoiceId })).state === 'refused')
    expect(await till.fails('sale.complete', till.pay(code))).toMatchObject({ params: { number } })
    const { submissionId } = await till.ok('invoice.get', { id: invoiceId })
    await till.ok('queue.withdraw', { id: submissionId ?? 0, reason: 'The customer left' })
    await till.ok('sale.complete', till.pay(code))
  })

  test('is reported before the sale is completed', async () => {
    const code = newCode()
    const asked = { method: codes.mobileMoney, reference: code.toLowerCase() }
    expect(await shop().ok('sale.paidWith', asked)).toEqual({ receipt: null })
    const { invoiceId, number } = await shop().ok('sale.complete', shop().pay(code))
    expect(await shop().ok('sale.paidWith', asked)).toEqual({
      receipt: { id: invoiceId, number, total: 100_00, soldAt: expect.any(Number) },
    })
    expect(await shop().ok('sale.paidWith', { ...asked, method: codes.card })).toEqual({ receipt: null })
  })
})

test.each([codes.card, codes.cheque])(
  'a number of a card slip or cheque (%s) may come again: it is reported, and never refused',
  async (method) => {
    const reference = `slip ${method}`
    await shop().ok('sale.complete', shop().pay(reference, { method }))
    const { invoiceId } = await shop().ok('sale.complete', shop().pay(reference, { method }))
    const { receipt } = await shop().ok('sale.paidWith', { method, reference: reference.toUpperCase() })
    expect(receipt).toMatchObject({ id: invoiceId })
    const { tenders } = await shop().ok('invoice.get', { id: invoiceId })
    expect(tenders).toMatchObject([{ reference }])
    expect((await shop().ok('invoice.list', { text: reference })).invoices).toHaveLength(2)
  },
)
