/** A till leaves its documents to the signer of a hub that took over. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { asksForEnds, type Hello } from '../../../core/contract/hub/wire.ts'
import { createHandOver } from '../../../core/link/handOver.ts'
import { secretName } from '../../../core/profile/secretNames.ts'
import {
  activateDevice,
  delegate,
  delegateAncestors,
  endDelegation,
  lastDevice,
  returnDevice,
} from '../../../db/hub/devices.ts'
import { tillByUid } from '../../../db/hub/door.ts'
import { registeredItems, takeRegistered } from '../../../db/profile/handOver.ts'
import { keepSomeLevelsBefore, putLevel } from '../../../db/profile/hubLevels.ts'
import { hubLinkRow, hubMoved, linkTill, updateHubLink } from '../../../db/profile/hubLink.ts'
import { openTestHubDb } from '../../support/hubDatabase.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { memorySecrets, openTestTill, startHub } from './openDoor.ts'
import { openSharingHub } from './sharingHub.ts'
import { openSharingTill } from './sharingTill.ts'
import { syncTill } from './syncing.ts'

const authority = 'http://127.0.0.1/etims'
const hello = {
  features: [asksForEnds],
  signer: { state: 'hub', epoch: 1, authority, since: null, again: true },
} as Hello

test('a till gives what it registered to a new hub once that one knows the items', async () => {
  const hub = await openSharingHub(ownPrograms())
  const till = await syncTill(hub, 'T1')
  const { db } = till
  till.set(till.item(), { registration: 'registered', authority_code: 'KE2NTU0000001' })
  await till.sync()
  const pairing = {
    hub: randomUUID(),
    pin: '',
    addresses: '[]',
    origin: till.at.uid,
    name: 'T1',
    branch: '00',
  }
  linkTill(db, { ...pairing, public_key: '', paired_at: 1 }, 'P051000001K/00', 'Asha')
  updateHubLink(db, { place: 'of the hub before', signs: 1, closed_at_seq: 1, offered_seq: 1 })
  const [{ uid } = { uid: '' }] = registeredItems(db, null, 1, true)
  const level = { uid, on_hand: 100_00, record: 0, heard: null, settled: 0 as const }
  const containedAt = (turn: number) => ({ at: [1, 1, turn], upTo: { [till.at.uid]: turn }, but: {} })
  const putKnown = (units: number, turn: number) =>
    putLevel(
      db,
      {
        ...{ ...level, authority_on_hand: units * 100, authority_code: 'KE2NTU0000001' },
        contained: JSON.stringify(containedAt(turn)),
      },
      1,
    )
  putKnown(100, 1)
  expect(keepSomeLevelsBefore(db)).toBe(false)
  hubMoved(db, { epoch: 2, computer: 'till 2' })
  await sql`truncate shared, wish cascade`.execute(hub.db)

  const [asked, said]: [string[], string[]] = [[], []]
  const given: object[] = []
  const say = (_: object, text: string) => void said.push(text)
  const handOver = createHandOver({
    db,
    clock: { now: Date.now },
    log: { debug: say, info: say, warn: say, error: say },
    authority,
    device: async () => null,
    change: async (work) => work(),
    ask: async ({ path, body: sent }) => {
      asked.push(path)
      given.push(...((sent as { items?: object[] } | undefined)?.items ?? []))
      const unit = { serial: 'KAU-1', sdc_id: '', mrc_no: '', taxpayer_name: null, branch_name: null }
      const body = { unit: { ...unit, place: null, initialised_at: 1 }, seqs: [] }
      return { is: 'answered', status: 200, body, retryAfterMs: 0 }
    },
    keepKeys: async () => undefined,
    unlink: async (work) => work(),
    changed: () => undefined,
  })
  const isLeftLater = async () => {
    const before = said.length
    handOver.heard(hello)
    await vi.waitFor(() => expect(said.slice(before)).toHaveLength(1))
    expect([said.at(-1), asked]).toEqual(['the documents are left to the signer later', []])
  }
  await isLeftLater()
  expect(hubLinkRow(db)?.place).toBeNull()
  await till.read({ fromStart: true })
  await isLeftLater()
  await till.send()
  await isLeftLater()
  await till.read()
  // The new hub does not know what the authority has.
  putLevel(db, { ...level, authority_on_hand: 0, authority_code: null, contained: null }, 1)
  handOver.look()
  await vi.waitFor(() => expect(asked).toEqual(['/device/items', '/delegate/unended?after=1', '/delegate']))
  expect(given).toEqual([{ uid, code: 'KE2NTU0000001', onHand: 100_00, contained: containedAt(1) }])
  const greet = (signer: Partial<Hello['signer']>) =>
    handOver.heard({ ...hello, signer: { ...hello.signer, since: 1, again: false, ...signer } })
  // Its signer still waits for the one before. Another computer that took over now would learn of it from this till.
  for (let greeting = 0; greeting < 3; greeting += 1) {
    greet({ joined: false })
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(registeredItems(db, null, 1, true)).toMatchObject(given)
  // Now it does, and another computer takes over once more.
  putKnown(90, 2)
  await vi.waitFor(() => {
    greet({ joined: true })
    expect(db.raw.prepare('select count(code_before) from hub_level').pluck().get()).toBe(0)
  })
  expect(keepSomeLevelsBefore(db)).toBe(false)
  hubMoved(db, { epoch: 3, computer: 'till 3' })
  expect(registeredItems(db, null, 1, true)).toMatchObject([
    { uid, code: 'KE2NTU0000001', onHand: 90_00, contained: containedAt(2) },
  ])
  await handOver.stop()
})

const openHubOfTwo = async () => {
  const secrets = memorySecrets()
  const hub = await startHub(ownPrograms(), { environment: 'sandbox', secrets })
  const join = async (name: string) => {
    const till = await openTestTill({ environment: 'sandbox', name })
    expect(await till.pair(hub)).toBeNull()
    const session = till.session()
    const reply = (path: string, body: object) => session.call({ method: 'POST', path, body })
    const post = async (path: string, body: object) => {
      const heard = await reply(path, body)
      expect(heard).toMatchObject({ is: 'answered', status: 200 })
      return heard.is === 'answered' ? heard.body : null
    }
    const connection = {
      ...{ name, environment: 'sandbox', authorityUrl: authority, dialect: 'legacy' },
      ...{
        taxpayerPin: 'P051000001K',
        branchId: '00',
        serial: `KAU-${name}`,
        tokenUrl: null,
        apigeeAppId: null,
      },
    }
    const unit = {
      ...{ serial: `KAU-${name}`, sdc_id: '', mrc_no: '', taxpayer_name: null, branch_name: null },
      ...{ place: null, initialised_at: 1 },
    }
    const device = { connection, unit, keys: { cmcKey: `key of ${name}`, deviceId: name, gateway: null } }
    const row = await tillByUid(hub.hub.db, till.link().origin)
    return {
      id: row!.id,
      uid: row!.uid,
      device,
      reply,
      giveDevice: () => post('/device', device),
      leaveDocuments: () => post('/delegate', { since: 1, counters: {} }),
      takeBack: () => post('/device/back', { until: 5 }),
      fetched: () => post('/device/taken', {}),
    }
  }
  return { hub, secrets, one: await join('T1'), two: await join('T2') }
}

test('the hub keeps the key of the device it signs with while another till hands its own over', async () => {
  const { hub, secrets, one, two } = await openHubOfTwo()
  await one.giveDevice()

  // The second till's key is stored once the first has left its documents, or has to wait for that.
  const set = secrets.set
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  secrets.set = async (name, value) => {
    asked.resolve()
    await left.promise
    await set(name, value)
  }
  const given = two.giveDevice()
  await asked.promise
  const leaving = one.leaveDocuments()
  await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, 500))])
  left.resolve()
  await given
  const { app } = (await lastDevice(hub.hub.db, 1))!
  const { unit, cmcKey } = JSON.parse(secrets.kept.get(secretName.identity(app)) ?? '{}')
  expect(await leaving).toEqual({ unit })
  expect(`KAU-${cmcKey?.slice('key of '.length)}`).toBe(unit?.serial)
  expect(await two.leaveDocuments()).toEqual({ unit })
})

test('the hub takes no other device until a till has fetched the keys of the one that it took back', async () => {
  const { hub, one, two } = await openHubOfTwo()
  const { db } = hub.hub
  await one.giveDevice()
  await activateDevice(db, { branch: 1, origin: one.id, now: 1 })
  await delegate(db, one.uid, { since: 0, now: 1 })
  await endDelegation(db, one.id, 5)
  await returnDevice(db, { branch: 1, origin: one.id, counters: {}, now: 2 })
  const keys = { is: 'ended', yours: true, device: { keys: { cmcKey: 'key of T1' } } }
  // The first answer is lost, or the till is switched off before it stored it.
  expect(await one.takeBack()).toMatchObject(keys)
  expect(await two.reply('/device', two.device)).toMatchObject({ is: 'problem', detail: '503 busy' })
  expect(await one.takeBack()).toMatchObject(keys)
  await one.fetched()
  await two.giveDevice()
})

test('the signer owes nothing of an earlier till that may still send itself', async () => {
  const { db, ...hub } = await openTestHubDb(ownPrograms())
  const branch = await hub.addBranch()
  const [first, heir] = [await hub.addOrigin(branch), await hub.addOrigin(branch)]
  await db.updateTable('origin').set({ parent: first.id, start_seq: 15 }).where('id', '=', heir.id).execute()
  const owedOf = async (closedBy: number | undefined) => {
    const by = { since: 3, now: 1, epoch: 1, before: 99, closedBy }
    await db.transaction().execute((tx) => delegateAncestors(tx, heir.id, by))
    return db.selectFrom('delegation').select(['origin', 'since', 'before', 'until']).execute()
  }
  // It was copied before it closed its queue, or did not say when.
  expect([await owedOf(undefined), await owedOf(16)]).toEqual([[], []])
  expect(await owedOf(15)).toEqual([{ origin: first.id, since: 3, before: 15, until: 15 }])
})

test('a till takes the codes of the signer, also those that it gave to other items', async () => {
  const till = await openSharingTill()
  const [tea, salt] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
  till.item({ uid: tea, name: 'Tea' })
  till.item({ uid: salt, name: 'Salt', authority_code: 'KE2NTU0000002' })
  const items = [
    { uid: tea, code: 'KE2NTU0000002', onHand: 0 },
    { uid: salt, code: 'KE2NTU0000003', onHand: 0 },
  ]
  takeRegistered(till.db, items)
  takeRegistered(till.db, items)
  expect(till.db.raw.prepare('select authority_code from item order by id').pluck().all()).toEqual([
    'KE2NTU0000002',
    'KE2NTU0000003',
  ])
})
