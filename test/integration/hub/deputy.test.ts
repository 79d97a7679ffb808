/** The deputy: a till that keeps, sealed, what it needs to be the hub. */
import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Escrow, escrow } from '../../../core/contract/hub/escrow.ts'
import { deputyView } from '../../../core/hub/deputy.ts'
import { tillKey } from '../../../core/link/identity.ts'
import { createOpener, proofText } from '../../../core/link/sealing.ts'
import { bothPrograms, openFolder } from '../../support/postgres.ts'
import type { Shop } from '../../support/shop.ts'
import { type Branch, hubAnswers, inTime, joinBranch, openBranch } from './branch.ts'
import { openTestTill, type TestHub } from './openDoor.ts'

const programs = bothPrograms().at(-1)!
const soon = <T>(look: () => T | Promise<T>) => vi.waitFor(look, inTime)

const kept = (till: Shop): Escrow | null => {
  const text = till.secrets.get(`hub.${till.appId}.escrow`)
  return text === undefined ? null : escrow.parse(JSON.parse(text))
}
const uidOf = async (at: Shop, name: string): Promise<string> =>
  (await at.call('hub.tills')).tills.find((till) => till.name === name)?.uid ?? ''
/** The owner at the first till names a till, once the hub knows the people. */
const nameDeputy = async ({ tills: [first] }: Branch, name: string) => {
  const uid = await uidOf(first!, name)
  await soon(() => first!.call('hub.nameDeputy', { uid }))
}
const signs = (till: Shop) =>
  soon(async () => expect((await till.call('hub.state')).link).toMatchObject({ signs: true }))
const nameOf = async (till: Shop) => (await till.call('hub.state')).link?.tillName ?? ''
/** Every text that the database of a hub holds. */
const textOf = async ({ hub: { db } }: TestHub): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db)
  const texts = await Promise.all(
    rows.map(async ({ name }) =>
      JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows),
    ),
  )
  return texts.join('\n')
}

test('an owner names the deputy, which is given what it needs, again when that changes, and not one word in clear', async () => {
  const branch = await openBranch(programs, 1)
  const one = branch.tills[0]!
  // Of two tills that hand their devices over at the same time, either may be first.
  await signs(one)
  const two = await joinBranch(branch)
  const [first, second] = [await nameOf(one), await nameOf(two)]
  await nameDeputy(branch, second)
  await soon(() => expect(kept(two)).not.toBeNull())
  await soon(() => expect(kept(two)?.device).not.toBeNull())
  expect(kept(one)).toBeNull()
  const has = kept(two)!
  const { secrets, hub } = branch.hub
  expect(has).toMatchObject({
    ...{ hub: hub.id, environment: 'sandbox', epoch: 1, doorKey: secrets.kept.get('hub.tls') },
    ...{ recoveryCode: secrets.kept.get('hub.recovery'), branch: { code: '00' } },
    tills: [{ name: first }, { name: second }],
    device: { connection: { serial: 'KAU-00' } },
  })
  expect(has.peppers.length).toBeGreaterThan(0)
  await soon(async () =>
    expect((await one.call('hub.tills')).tills.map(({ name, deputy }) => [name, deputy])).toEqual([
      [first, null],
      [second, { heldAt: expect.any(Number) }],
    ]),
  )
  expect((await two.call('hub.state')).link).toMatchObject({ deputy: true })

  const three = await joinBranch(branch)
  await soon(async () => expect(kept(two)?.tills.at(-1)?.name).toBe(await nameOf(three)))

  const folder = openFolder()
  onTestFinished(folder.remove)
  const file = await hub.copies.make('manual', join(folder.path, 'copies'))
  const secret = [
    ...[has.doorKey, has.recoveryCode, has.device?.keys.cmcKey ?? ''],
    ...has.peppers.map((pepper) => pepper.secret),
  ]
  expect(secret.every((each) => each.length > 10)).toBe(true)
  const said = [
    await textOf(branch.hub),
    readFileSync(file, 'latin1'),
    branch.hub.log.lines.join('\n'),
    ...branch.tills.map(({ log }) => JSON.stringify(log.lines)),
    ...branch.tills.map((till) => JSON.stringify(till.read('select * from hub_link'))),
  ]
  for (const text of said) for (const each of secret) expect(text.includes(each)).toBe(false)
})

test('what a till keeps goes when another is named, when it is ended, and when it leaves', async () => {
  const branch = await openBranch(programs, 3)
  const [one, two, three] = branch.tills as [Shop, Shop, Shop]
  await nameDeputy(branch, await nameOf(two))
  await soon(() => expect(kept(two)).not.toBeNull())
  await nameDeputy(branch, await nameOf(three))
  await soon(() => expect(kept(three)).not.toBeNull())
  await soon(() => expect(kept(two)).toBeNull())

  await soon(async () => one.call('hub.revoke', { uid: await uidOf(one, await nameOf(three)) }))
  await soon(() => expect(kept(three)).toBeNull())
  expect((await one.call('hub.tills')).tills.filter(({ deputy }) => deputy)).toEqual([])

  await nameDeputy(branch, await nameOf(two))
  await soon(() => expect(kept(two)).not.toBeNull())
  await two.call('hub.leave')
  await soon(() => expect(kept(two)).toBeNull())
})

test('the hub chooses the first till that is on another computer, and none if it serves several branches', async () => {
  const branch = await openBranch(programs, 2)
  const { hub } = branch.hub
  await hubAnswers(branch.tills[1]!)
  const [one, two] = await hub.db
    .selectFrom('origin')
    .innerJoin('branch', 'branch.id', 'origin.branch')
    .select(['origin.id', 'origin.uid', 'origin.name', 'origin.branch', 'branch.code as branchCode'])
    .orderBy('origin.id')
    .execute()
  const asks = (till: typeof one, isHere: boolean) =>
    deputyView(hub, { ...till!, ackedSeq: 0, ackedHash: '' }, { held: null, isHere })
  expect(await asks(one, true)).toBeNull()
  expect(await asks(two, false)).toEqual({ digest: expect.stringMatching(/^\w{64}$/) })
  expect(await asks(one, false)).toBeNull()
  const other = await openTestTill({ branch: '01', environment: 'sandbox' })
  expect(await other.pair(branch.hub)).toBeNull()
  expect(await asks(two, false)).toBeNull()
})

test('only the deputy gets an escrow, and only for a key that it signed', async () => {
  const branch = await openBranch(programs, 1)
  const till = await openTestTill({ environment: 'sandbox', name: 'Eve' })
  await till.pair(branch.hub)
  const { key } = createOpener()
  const ask = (proof: string) =>
    till.session().call({ method: 'POST', path: '/deputy/escrow', body: { key, proof } })
  expect(await ask('x')).toMatchObject({ is: 'problem' })
  const own = await tillKey(till.secrets, till.appId)
  const { hub, origin } = till.link()
  const proof = sign(null, proofText(hub, origin, key), own!).toString('base64url')
  expect(await ask(proof)).toMatchObject({ status: 409, body: { error: { code: 'absent' } } })
  await branch.hub.hub.db
    .insertInto('deputy')
    .values({
      id: 1,
      origin: await branch.hub.hub.db
        .selectFrom('origin')
        .select('id')
        .where('uid', '=', origin)
        .executeTakeFirstOrThrow()
        .then(({ id }) => id),
      named_at: 1,
      named_by: null,
      held: null,
      held_at: null,
    })
    .execute()
  expect(await ask(proof)).toMatchObject({ status: 200 })
  expect(await ask(proof.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).toMatchObject({
    is: 'problem',
  })
})
