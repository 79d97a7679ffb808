/** Documents over which the authority fails each time, and a person who sets them aside. */
import { expect } from 'vitest'
import { openShop, type Row, type Shop, type ShopOptions, salePaths, stockPaths } from '../../support/shop.ts'

export const failing = {
  kind: 'refuse',
  code: '999',
  text: 'An unknown error has occurred',
  paths: salePaths,
}

/** Tried until a person may step in: six tries had their end. One on its way says nothing yet. */
export const triedOften = (shop: Shop, row: () => Row | undefined) => {
  const ended = () => shop.attemptsOf(row()?.id ?? 0).filter(({ outcome }) => outcome !== null)
  return expect.poll(() => ended().length).toBeGreaterThanOrEqual(6)
}

/** A sale that was tried often enough, and one behind it. */
export const stuckShop = async (timing: ShopOptions['timing'] = { uncertainMs: 60 }) => {
  const shop = await openShop({ timing })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults(failing)
  const { invoiceId } = await shop.sell(soap)
  const next = await shop.sell(soap)
  await triedOften(shop, () => shop.rowOf(invoiceId))
  return { shop, invoiceId, next: next.invoiceId }
}

export const setAside = async (shop: Shop, id: number) => {
  let reply = await shop.reply('queue.setAside', { id })
  // It is tried again all the while: what is on its way is waited for.
  await expect
    .poll(
      async () => {
        if (!reply.ok && ['queue.busy', 'queue.tooSoon'].includes(reply.error.reason))
          reply = await shop.reply('queue.setAside', { id })
        return reply.ok || !['queue.busy', 'queue.tooSoon'].includes(reply.error.reason)
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  return reply
}

export const stockFailing = { ...failing, paths: stockPaths }
export const recordsOf = (shop: Shop) => shop.rows("kind = 'stockRecord'")

export const purchasePaths = ['insertTrnsPurchase']
export const purchaseFailing = { ...failing, paths: purchasePaths }
export const purchasesOf = (shop: Shop) => shop.rows("kind = 'purchase'")
export const confirm = (shop: Shop, spplrTin: string, spplrInvcNo: string, totAmt: number) =>
  shop.software('purchase.confirm', {
    spplrTin,
    spplrInvcNo,
    totAmt,
    rcptTyCd: 'P',
    pmtTyCd: '02',
    cfmDt: '20260301101500',
    salesSttsCd: '02',
  })

/** The practice authority's purchases are fetched, and their goods are items here. */
export const linkedShop = async ({ timing, ...options }: ShopOptions = {}) => {
  const shop = await openShop({ timing: { uncertainMs: 60, answerMs: 20, ...timing }, ...options })
  for (const itemCode of ['BREAD', 'BISCUITS'])
    await shop.software('item.registerGoods', { itemName: itemCode, itemCode, taxType: 'B', price: 100 })
  await shop.software('item.registerService', { itemName: 'Delivery', itemCode: 'LORRY', taxType: 'B' })
  await shop.software('purchase.list', { refresh: true })
  await shop.software('purchase.linkItems', {
    purchaseId: '877',
    links: [
      { spplrItemCd: 'KE2NTNO0000011', localItemCd: 'BREAD' },
      { spplrItemCd: 'KE2NTNO0000012', localItemCd: 'BISCUITS' },
    ],
  })
  await shop.software('purchase.linkItems', {
    purchaseId: '301',
    links: [{ spplrItemCd: 'KE3NTNO0000001', localItemCd: 'LORRY' }],
  })
  await shop.settled()
  return shop
}

/** Two of the practice authority's purchases: one confirmation that was tried often enough, and one behind it. */
export const stuckPurchase = async ({
  faults = [],
  ...options
}: ShopOptions & { faults?: object[] } = {}) => {
  const shop = await linkedShop(options)
  await shop.authority.faults(...faults, purchaseFailing)
  await confirm(shop, 'P051222222B', '877', 3622.07)
  await confirm(shop, 'P051555555E', '301', 1500)
  await triedOften(shop, () => purchasesOf(shop)[0])
  return { shop, id: purchasesOf(shop)[0]!.id }
}
