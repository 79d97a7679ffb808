/** A branch: a real hub and real tills with their windows, on one practice authority. */
import { expect, vi } from 'vitest'
import type { Programs } from '../../../db/hub/programs.ts'
import { openShop, type Shop, type ShopOptions } from '../../support/shop.ts'
import { startHub, type TestHub } from './openDoor.ts'

export const quickLink = { beatMs: 300, retryMs: 20, retryCapMs: 100, waitMs: 1_000, tellMs: 300 }

/** Everything is told within this, also on a busy computer, milliseconds. */
export const inTime = { timeout: 60_000, interval: 20 }

export interface Branch {
  hub: TestHub
  tills: Shop[]
}

/** Links a new till to the hub. */
export const joinBranch = async ({ hub, tills }: Branch, options: ShopOptions = {}): Promise<Shop> => {
  const shop = await openShop({
    timing: { link: quickLink },
    ...(tills[0] ? { authority: tills[0].authority, deviceSerial: `KAU-${tills.length}` } : {}),
    ...options,
  })
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
  tills.push(shop)
  return shop
}

export const openBranch = async (programs: Programs, count: number): Promise<Branch> => {
  const branch: Branch = { hub: await startHub(programs, { environment: 'sandbox' }), tills: [] }
  for (let n = 0; n < count; n += 1) await joinBranch(branch)
  return branch
}

/** The item at another till, once the hub has told of it. */
export const sameItem = async (at: Shop, name: string) => {
  const find = async () =>
    (await at.call('item.list', { text: name })).items.find((item) => item.name === name)
  await vi.waitFor(async () => expect(await find()).toBeDefined(), inTime)
  return (await find())!
}

export const hubAnswers = (at: Shop, problem: string | null = null) =>
  vi.waitFor(async () => expect((await at.call('hub.state')).link).toMatchObject({ problem }), inTime)
