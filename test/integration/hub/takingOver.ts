/** A branch whose hub is lost, and what the tests of a take-over look at. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { plainCode } from '../../../core/contract/hubLink.ts'
import { openShop, type Shop, startAuthority, type TestAuthority } from '../../support/shop.ts'
import { quickLink } from './branch.ts'
import { type OwnHub, type OwnHubOptions, openOwnHub } from './ownHub.ts'

export const pin = '471362'
export const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 50 })

export const link = async (till: Shop, { shop }: OwnHub) => {
  const { own, code } = await shop.call('hub.thisComputer.newCode')
  await till.call('hub.pair', { address: own ?? '', code: plainCode(code ?? '') })
}
export const signs = (...tills: Shop[]) =>
  waitFor(async () => {
    for (const till of tills) expect((await till.call('hub.state')).link).toMatchObject({ signs: true })
  })
export const answers = (till: Shop, problem: string | null) =>
  waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ problem }))
export const open = (till: Shop) =>
  till.rows("state <> 'accepted'").map(({ title, kind, state }) => [title, kind, state])
export const settled = (...tills: Shop[]) => waitFor(() => expect(tills.flatMap(open)).toEqual([]))
export const stockOf = async (authority: TestAuthority) =>
  Object.fromEntries((await authority.ledger()).stock.map(({ itemCd, onHand }) => [itemCd, onHand]))
/** Each till heard what the authority has of all goods. The records of one that did not may count as sent. */
export const heard = (authority: TestAuthority, ...tills: Shop[]) =>
  waitFor(async () => {
    const stock = await stockOf(authority)
    for (const till of tills) {
      const levels = till.read<{ code: string; units: number }>(
        'select authority_code as code, authority_on_hand / 100 as units from hub_level where authority_code is not null',
      )
      expect(Object.fromEntries(levels.map(({ code, units }) => [code, units]))).toEqual(stock)
    }
  })

/**
 * The authority has each document of these tills once, and numbers without gaps. `untold`: stock records that may have been
 * sent, and count as sent because this authority does not compare goods.
 */
export const expectTold = async (authority: TestAuthority, tills: Shop[], untold = 0) => {
  const { sales, stockRecords } = await authority.ledger()
  const numbers = tills.flatMap((till) =>
    till.read<{ number: string }>('select number from invoice').map(({ number }) => number),
  )
  expect(sales.map(({ request }) => String(request['trdInvcNo'])).toSorted()).toEqual(numbers.toSorted())
  expect(sales.map(({ number }) => number)).toEqual(sales.map((_, index) => index + 1))
  const records = tills.flatMap((till) => till.read('select 1 from stock_record'))
  expect(stockRecords).toHaveLength(records.length - untold)
}

interface Branch {
  authority: TestAuthority
  /** Its computer is the hub. */
  first: OwnHub
  /** Usually the deputy. */
  second: OwnHub
  third: Shop
}

/** `hasDeputy`: the second till is one. */
export const openBranch = async (
  checks: 'strict' | 'loose',
  { hasDeputy = true, ...hub }: OwnHubOptions & { hasDeputy?: boolean } = {},
): Promise<Branch> => {
  const authority = await startAuthority({ dialect: 'legacy', checks })
  const options = (deviceSerial: string) => ({
    authority,
    deviceSerial,
    timing: { link: quickLink },
    ...hub,
  })
  const first = await openOwnHub(options('KAU-1'))
  await first.shop.call('hub.thisComputer.start')
  await first.isOn()
  await link(first.shop, first)
  await signs(first.shop)
  const second = await openOwnHub(options('KAU-2'))
  await link(second.shop, first)
  const third = await openShop(options('KAU-3'))
  await link(third, first)
  await signs(second.shop, third)
  if (!hasDeputy) return { authority, first, second, third }
  const { tills } = await first.shop.call('hub.tills')
  const { tillName } = (await second.shop.call('hub.state')).link!
  const uid = tills.find(({ name }) => name === tillName)?.uid ?? ''
  await waitFor(() => first.shop.call('hub.nameDeputy', { uid }))
  await waitFor(async () =>
    expect((await second.shop.call('hub.state')).link).toMatchObject({ deputy: true }),
  )
  return { authority, first, second, third }
}

/** The computer is gone with all that is on it. */
export const lose = async ({ shop }: OwnHub) => {
  await shop.close()
  rmSync(join(shop.dataDir, 'branchHub'), { recursive: true, force: true })
}

export const takeOver = async ({ shop, isOn }: OwnHub, backups: string | null = null) => {
  await answers(shop, 'unreachable')
  await shop.call('hub.takeOver', { pin, backups })
  await isOn()
  await answers(shop, null)
  return (await shop.call('hub.thisComputer.state')).own ?? ''
}
