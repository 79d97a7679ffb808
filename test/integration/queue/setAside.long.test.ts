/** A document over which the authority fails each time does not hold the shop up for ever. */
import { expect, it } from 'vitest'
import { expectInStep, openShop, type Shop, salePaths } from '../../support/shop.ts'

const failing = { kind: 'refuse', code: '999', text: 'An unknown error has occurred', paths: salePaths }

/** A sale that was tried often enough, and one behind it. */
const stuckShop = async () => {
  const shop = await openShop({ timing: { doubtMs: 60 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults(failing)
  const { invoiceId } = await shop.sell(soap)
  const next = await shop.sell(soap)
  await expect.poll(() => shop.rowOf(invoiceId).attempts, { timeout: 10_000 }).toBeGreaterThanOrEqual(6)
  return { shop, invoiceId, next: next.invoiceId }
}

const setAside = async (shop: Shop, invoiceId: number) => {
  const { id } = shop.rowOf(invoiceId)
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

it('is set aside by a person, the next ones go on, and it goes later', async () => {
  const { shop, invoiceId, next } = await stuckShop()
  expect((await shop.call('queue.list', { filter: 'waiting' })).rows.some(({ stuck }) => stuck)).toBe(true)
  expect(await setAside(shop, invoiceId)).toMatchObject({ ok: true, data: { state: 'refused' } })
  await shop.authority.faults()
  await shop.becomes(next, 'accepted')
  await shop.call('queue.resend', { id: shop.rowOf(invoiceId).id })
  await shop.becomes(invoiceId, 'accepted')
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(2)
})

it('comes right even when the authority had it and did not show it', async () => {
  const { shop, invoiceId, next } = await stuckShop()
  await shop.authority.faults({ ...failing, afterCommit: true }, { kind: 'staleReads', ms: 400 })
  const reply = await setAside(shop, invoiceId)
  await shop.authority.faults()
  if (reply.ok) {
    await shop.becomes(next, 'accepted')
    // It may have been recognised by what the next one met.
    const { id, state } = shop.rowOf(invoiceId)
    if (state === 'refused') await shop.call('queue.resend', { id })
  }
  await shop.becomes(invoiceId, 'accepted')
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(2)
})

it('only what is stuck can be set aside', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'accepted')
  const reply = await shop.reply('queue.setAside', { id: shop.rowOf(invoiceId).id })
  expect(reply).toMatchObject({ ok: false, error: { code: '003', reason: 'queue.notStuck' } })
})
