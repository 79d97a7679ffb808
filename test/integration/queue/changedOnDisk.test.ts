/** A byte that changed in a queued document never reaches the authority. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isIntact } from '../../../db/profile/payloads.ts'
import type { Submission } from '../../../db/profile/submissions.ts'
import { lookUpPaths, openShop, type Shop, salePaths } from '../../support/shop.ts'
import { removeJournal } from '../recovery/spoil.ts'

/** Rows that a copy or the journal proves would be repaired and sent. */
const unproven = (shop: Shop): void => {
  removeJournal(shop)
  rmSync(join(shop.dataDir, 'backups'), { recursive: true, force: true })
  shop.unpack()
}

it('what a document says and about what is checked before it is sent; the next ones go', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  const sales = [await shop.sell(soap), await shop.sell(soap), await shop.sell(soap)]
  await shop.close()
  const [payload, item] = sales.map(({ invoiceId }) => shop.rowOf(invoiceId).id)
  unproven(shop)
  shop.tamper(`update submission set payload = replace(payload, '11600', '11601') where id = ${payload};
    update submission set kind = 'creditNote' where id = ${item}`)
  await shop.authority.offline(false)
  await shop.open()
  await shop.becomes(sales[2]!.invoiceId, 'accepted')
  for (const id of [payload, item]) {
    const { row } = await shop.call('queue.get', { id: id! })
    expect(row).toMatchObject({ state: 'refused', refusal: { remedy: 'changedOnDisk' } })
  }
  expect((await shop.authority.ledger()).sales).toHaveLength(1)
  // To send it again makes it no truer.
  await shop.call('queue.resend', { id: payload! })
  const row = await shop.becomes(sales[0]!.invoiceId, 'refused')
  expect(row.payload).toContain('11601')
  expect((await shop.authority.ledger()).sales).toHaveLength(1)
})

it('one that may have arrived is neither sent nor compared with what the authority has', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60_000 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'cutAfter', paths: [...salePaths, ...lookUpPaths] })
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'unknown')
  await shop.close()
  await shop.authority.faults()
  unproven(shop)
  shop.tamper(
    `update submission set payload = replace(payload, '11600', '11601') where invoice_id = ${invoiceId}`,
  )
  const asked = await shop.authority.asked(lookUpPaths[0]!)
  await shop.open()
  await expect.poll(() => shop.rowOf(invoiceId).last_text).toBe('It was changed on disk')
  expect(shop.rowOf(invoiceId)).toMatchObject({ state: 'unknown', may_have_arrived: 1 })
  expect(await shop.authority.asked(lookUpPaths[0]!)).toBe(asked)
})

it('every document of the queue, also a corrected one, has its digest', async () => {
  const shop = await openShop()
  const soap = await shop.goods({ stock: 0 })
  const { invoiceId } = await shop.sell(soap)
  const { id } = await shop.becomes(invoiceId, 'refused')
  await shop.call('stock.adjust', { kind: 'opening', lines: [{ itemId: soap.id, quantity: 1000 }] })
  await shop.call('queue.resend', { id, buyerPin: 'P051234567X' })
  await shop.settled()
  await shop.call('customer.save', { pin: 'P051234567X', name: 'Amani' } as never)
  await shop.settled()
  const rows = shop.rows() as Submission[]
  expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThan(3)
  for (const row of rows) expect(row.digest !== null && isIntact(row), row.kind).toBe(true)
})
