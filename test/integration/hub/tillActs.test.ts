/** People list, admit and end tills of their branch through a till of it. The hub notes who and where. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { ActingPerson, HubTills } from '../../../core/contract/hub/wire.ts'
import { plainCode } from '../../../core/contract/hubLink.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTestTill, startHub, type TestHub, type TestTill } from './openDoor.ts'

const owner: ActingPerson = { uid: randomUUID(), name: 'Amina', role: 'owner' }
const manager: ActingPerson = { uid: randomUUID(), name: 'Brian', role: 'manager' }
const acts = ['confirm', 'revoke'] as const

const act = async (till: TestTill, what: (typeof acts)[number], other: TestTill, by = owner) => {
  const body = { uid: other.link().origin, by }
  const outcome = await till.session().call({ method: 'POST', path: `/tills/${what}`, body })
  return outcome.is === 'problem' ? outcome.problem : outcome.status === 200 ? 'done' : codeIn(outcome.body)
}
const codeIn = (body: unknown) => (body as { error: { code: string } }).error.code
const codeFrom = (till: TestTill, by = owner) =>
  till.session().call({ method: 'POST', path: '/code', body: { by } })
const listed = async (hub: TestHub, name: string) =>
  ((await hub.admin('tills')).body as HubTills).tills.find((till) => till.name === name)
const openTills = async (hub: TestHub, branches: string[]) => {
  const tills = await Promise.all(branches.map((branch) => openTestTill({ branch })))
  for (const till of tills) await till.pair(hub)
  return tills as [TestTill, TestTill, TestTill]
}

describe.each(bothPrograms())('on PostgreSQL $version', (programs) => {
  test('an owner ends another till of the branch, and the hub notes the person and the till', async () => {
    const hub = await startHub(programs)
    const [first, second, elsewhere] = await openTills(hub, ['00', '00', '01'])
    expect(await act(first, 'revoke', second, manager)).toBe('notAllowed')
    expect(await act(first, 'revoke', elsewhere)).toBe('absent')
    expect(await act(first, 'revoke', first)).toBe('notAllowed')
    expect(await act(first, 'revoke', second)).toBe('done')
    expect(await listed(hub, 'T2')).toMatchObject({
      state: 'revoked',
      revokedBy: { who: 'Amina', till: 'T1' },
      revokedAt: expect.any(Number),
    })
    // An ended till ends nobody, not even by the token that it still has.
    expect(await act(second, 'revoke', first)).toBe('revoked')
    expect(await codeFrom(second)).toMatchObject({ problem: 'revoked' })
    expect(await listed(hub, 'T1')).toMatchObject({ state: 'active', revokedBy: null })
    expect(hub.log.lines.join('\n')).toContain('A till was ended')
  })

  test('of two tills that end each other at once, one stays', async () => {
    const hub = await startHub(programs)
    const [first, second] = await openTills(hub, ['00', '00'])
    const outcomes = await Promise.all([act(first, 'revoke', second), act(second, 'revoke', first)])
    expect(outcomes.toSorted()).toEqual(['done', 'revoked'])
  })

  test('once the branch shares its people, the hub believes no invented owner', async () => {
    const hub = await startHub(programs)
    const [first, second] = await openTills(hub, ['00', '00'])
    const put = (person: ActingPerson, isActive: boolean) =>
      hub.hub.db
        .insertInto('shared')
        .values({
          ...{ uid: person.uid, kind: 'person', scope: 1, versions: '{}', authors: '{}', active: isActive },
          body: JSON.stringify({ name: person.name, role: person.role }),
        } as never)
        .onConflict((conflict) => conflict.column('uid').doUpdateSet({ active: isActive }))
        .execute()
    await put(manager, true)
    await put(owner, false)
    expect(await act(first, 'revoke', second)).toBe('notAllowed')
    expect(await act(first, 'revoke', second, { ...manager, role: 'owner' })).toBe('notAllowed')
    expect(await codeFrom(first, { ...owner, uid: randomUUID() })).toMatchObject({ status: 409 })
    await put(owner, true)
    expect(await act(first, 'revoke', second)).toBe('done')
  })

  test('a code made at a till lets one in, by name, and ends with that till', async () => {
    const hub = await startHub(programs)
    const [first] = await openTills(hub, ['00'])
    expect(await codeFrom(first, manager)).toMatchObject({ status: 409 })
    const code = async () => {
      const { body } = (await codeFrom(first)) as { body: { code: string; addresses: string[] } }
      expect(body.addresses).toEqual([hub.address])
      return plainCode(body.code)
    }
    const [third, fourth] = [await openTestTill(), await openTestTill()]
    expect(await third.pair(hub, { code: await code() })).toBeNull()
    expect(await listed(hub, third.link().name)).toMatchObject({ letInBy: { who: 'Amina', till: 'T1' } })
    const left = await code()
    expect(await act(third, 'revoke', first)).toBe('done')
    expect(await fourth.pair(hub, { code: left })).toBe('codeEnded')
    expect(await listed(hub, 'T1')).toMatchObject({ letInBy: null })
  })

  test('a manager at a till admits one that waits, and it begins', async () => {
    const hub = await startHub(programs, { wantsConfirmation: true })
    const [first, second] = await openTills(hub, ['00', '00'])
    expect(await act(second, 'confirm', second, manager)).toBe('unconfirmed')
    await hub.admin('confirm', { uid: first.link().origin, who: 'Amina' })
    expect(await act(first, 'confirm', second, manager)).toBe('done')
    expect(await listed(hub, 'T2')).toMatchObject({
      state: 'active',
      confirmedBy: { who: 'Brian', till: 'T1' },
    })
    expect(await second.session().call({ method: 'GET', path: '/hello' })).toMatchObject({ status: 200 })
  })
})

test('at a window an owner lists tills, shows a code, and ends a till; the trail says so', async () => {
  const hub = await startHub(bothPrograms()[1] as never, { environment: 'sandbox' })
  const shop: Shop = await openShop({
    timing: { link: { beatMs: 100, retryMs: 20, retryCapMs: 100 } } as never,
  })
  const refused = await shop.reply('hub.tills')
  expect(!refused.ok && refused.error.reason).toBe('hub.notLinked')
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
  const other = await openTestTill({ environment: 'sandbox' })
  // The link begins anew while the till takes in what the hub says of itself.
  const { code } = await vi.waitFor(() => shop.call('hub.code'), { timeout: 15_000, interval: 50 })
  await other.pair(hub, { code: plainCode(code) })
  const { tills } = await shop.call('hub.tills')
  expect(tills).toMatchObject([
    { name: 'T1', own: true, state: 'active', problem: null },
    { name: 'T2', own: false, letInBy: { till: 'T1' } },
  ])
  expect(tills[0]?.words).toEqual((await shop.call('hub.state')).link?.words)
  const after = await shop.call('hub.revoke', { uid: other.link().origin })
  expect(after.tills[1]).toMatchObject({ state: 'revoked', revokedBy: { till: 'T1' } })
  const kinds = shop.read<{ kind: string; subject: string }>(
    "select kind, subject from audit where kind like 'hubTill%' or kind = 'hubCodeMade' order by seq",
  )
  expect(kinds).toEqual([
    { kind: 'hubCodeMade', subject: '' },
    { kind: 'hubTillEnded', subject: 'T2' },
  ])
  await hub.door.close()
  await vi.waitFor(async () => {
    const reply = await shop.reply('hub.tills')
    expect(!reply.ok && reply.error.reason).toBe('hub.unreachable')
  })
})
