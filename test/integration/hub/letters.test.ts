/** A tax letter changes while a linked till is not heard of, and sells under the old one. */
import { describe, expect, test, vi } from 'vitest'
import { releaseLetters } from '../../../core/signer/letters.ts'
import { tillsOfBranch } from '../../../db/hub/devices.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { openShop, type Shop, startAuthority } from '../../support/shop.ts'
import { hubAnswers, sameItem } from './branch.ts'
import { cuttingProxy, startHub } from './openDoor.ts'

const link = { beatMs: 100, retryMs: 20, retryCapMs: 100, waitMs: 1_000 }
const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 20 })
const signedByHub = (shop: Shop) =>
  waitFor(async () => expect((await shop.call('hub.state')).link?.signs).toBe(true))

describe.each(bothPrograms().slice(-1))('on PostgreSQL $version', (programs) => {
  /** Two tills with one item. The second sold it, and was not heard of since. Then the first changed its letter and sold it. */
  const openBranch = async () => {
    const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
    const hub = await startHub(programs, { environment: 'sandbox' })
    const one = await openShop({ authority, timing: { link } })
    const soap = await one.goods({ name: 'Soap', stock: 100 })
    await one.settled()
    await one.call('hub.pair', { address: hub.address, code: hub.code() })
    await signedByHub(one)
    const two = await openShop({ authority, deviceSerial: 'KAU-SECOND', timing: { link } })
    await two.call('settings.save', { tillName: 'T2' })
    const way = await cuttingProxy(hub)
    await two.call('hub.pair', { address: way.address, code: hub.code() })
    await signedByHub(two)
    const there = await sameItem(two, 'Soap')
    // The hub has also heard that it took the item.
    await waitFor(async () => expect((await two.call('hub.state')).link).toMatchObject({ waiting: 0 }))
    way.away()
    await hubAnswers(two, 'unreachable')
    const late = await two.sell(there, 2)
    const fields = { name: 'Soap', price: soap.price, itemClass: '5313160900' }
    await one.call('item.save', { id: soap.id, ...fields, taxType: 'C' })
    const sold = await one.sell(soap)
    const waiting = async () => (await one.call('hub.offers')).letters
    await waitFor(async () =>
      expect(await waiting()).toMatchObject([{ name: 'Soap', letter: 'C', tills: ['T2'] }]),
    )
    /** Numbers and letters of the sales at the authority. */
    const atAuthority = async () =>
      (await authority.ledger()).sales.map(({ request }) => [
        request['trdInvcNo'],
        (request['itemList'] as { taxTyCd: string }[])[0]?.taxTyCd,
      ])
    return { one, two, way, there, late, sold, waiting, atAuthority, hub }
  }

  test('it is registered once the till has it and has sent what it sold before', async () => {
    const { one, two, way, there, late, sold, waiting, atAuthority, hub } = await openBranch()
    // The signer looked again after the tills were named, and nothing went.
    await waitFor(() => expect(one.rowOf(sold.invoiceId).state).toBe('queued'))
    expect(await atAuthority()).toEqual([])
    await hub.restart()
    await waitFor(async () => expect(await waiting()).toMatchObject([{ tills: ['T2'] }]))
    way.answers = true
    await waitFor(() => {
      expect(two.rowOf(late.invoiceId).state).toBe('accepted')
      expect(one.rowOf(sold.invoiceId).state).toBe('accepted')
    })
    const after = await two.sell(there)
    await waitFor(() => expect(two.rowOf(after.invoiceId).state).toBe('accepted'))
    expect(await atAuthority()).toEqual([
      ['T2-1', 'B'],
      ['T1-1', 'C'],
      ['T2-2', 'C'],
    ])
    expect(await waiting()).toEqual([])
    expect(one.read("select 1 from audit where kind = 'hubLetterRegistered'")).toEqual([])
  })

  test('an owner registers it without waiting, and what the till sold before is held', async () => {
    const { one, two, way, late, sold, waiting, atAuthority } = await openBranch()
    const [letter] = await waiting()
    const { letters } = await one.call('hub.registerLetter', { id: letter!.id, name: 'Soap' })
    expect(letters).toEqual([])
    await waitFor(() => expect(one.rowOf(sold.invoiceId).state).toBe('accepted'))
    expect(one.read("select subject, who from audit where kind = 'hubLetterRegistered'")).toMatchObject([
      { subject: 'Soap' },
    ])
    expect(await one.reply('hub.registerLetter', { id: letter!.id, name: 'Soap' })).toMatchObject({
      ok: false,
    })
    way.answers = true
    await waitFor(() => expect(two.rowOf(late.invoiceId).state).toBe('refused'))
    expect(JSON.parse(two.rowOf(late.invoiceId).remedy ?? '')).toMatchObject({ remedy: 'oldLetter' })
    expect(await atAuthority()).toEqual([['T1-1', 'C']])
  })

  test('one that an owner registers while the signer looks at the tills waits no more', async () => {
    const { waiting, hub } = await openBranch()
    const [letter] = await waiting()
    const { db, signers } = hub.hub
    const { id: branch } = await db.selectFrom('branch').select('id').executeTakeFirstOrThrow()
    const signer = signers.signer(branch)!
    const tills = (await tillsOfBranch(db, branch)).filter(({ name }) => name === 'T2')
    const left = await releaseLetters({
      ...{ db: signer.profile.db, hub: db, tills },
      placeOf: () => {
        signer.registerLetter(letter!.id)
        return undefined
      },
    })
    expect(tills).toHaveLength(1)
    expect(left).toEqual([])
  })

  test('of two letters a manager leaves the first in force, and what was sold under each is signed', async () => {
    const { one, two, way, there, sold, waiting, atAuthority } = await openBranch()
    const fields = { name: 'Soap', price: there.price, itemClass: '5313160900' }
    await two.call('item.save', { id: there.id, ...fields, taxType: 'A' })
    const other = await two.sell(there)
    way.answers = true
    await waitFor(async () => expect((await one.call('hub.offers')).offers).toHaveLength(1))
    await waitFor(async () => expect(await waiting()).toMatchObject([{ letter: 'A', tills: [] }]))
    const { offers } = await one.call('hub.offers')
    await one.call('hub.answerOffer', { uid: offers[0]!.uid, take: false, seen: {} })
    await waitFor(() => expect(one.rowOf(sold.invoiceId).state).toBe('accepted'))
    await waitFor(() => expect(two.rowOf(other.invoiceId).state).toBe('accepted'))
    await waitFor(async () => expect(await waiting()).toEqual([]))
    const after = await two.sell(there)
    await waitFor(() => expect(two.rowOf(after.invoiceId).state).toBe('accepted'))
    expect(await atAuthority()).toEqual([
      ['T2-1', 'B'],
      ['T1-1', 'C'],
      ['T2-2', 'A'],
      ['T2-3', 'C'],
    ])
  })
})
