/** A router gives the hub's computer another address, and nobody types it at the tills. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announceHub, findHub } from '../../../core/link/localName.ts'
import { openFolder } from '../../support/postgres.ts'
import { startProcess } from '../../support/process.ts'
import { openShop } from '../../support/shop.ts'

const link = { beatMs: 300, retryMs: 20, retryCapMs: 100, waitMs: 1_000, findMs: 300 }
const startHub = async (folder: string) => {
  const flags = ['--data', folder, '--environment', 'sandbox', '--port', '0']
  const hub = await startProcess<{ addresses: string[]; code: string }>('core/hub/main.ts', flags)
  onTestFinished(async () => void (await hub.stop()))
  return { ...hub, port: hub.ready.addresses[0]!.split(':').at(-1)! }
}

test('a hub with another address is found in the local network by its key, and not another hub', async () => {
  const folder = openFolder()
  const hub = await startHub(folder.path)
  const shop = await openShop({ timing: { link } })
  await shop.call('hub.pair', { address: `127.0.0.1:${hub.port}`, code: hub.ready.code })
  const stateOf = async () => (await shop.call('hub.state')).link
  const becomes = (state: object) =>
    vi.waitFor(async () => expect(await stateOf()).toMatchObject(state), { timeout: 30_000, interval: 50 })
  await becomes({ waiting: 0, problem: null })
  const { pin } = shop.read<{ pin: string }>('select pin from hub_link')[0]!
  expect(await hub.stop()).toBe(0)
  await becomes({ problem: 'unreachable' })
  await shop.sell(await shop.goods())

  const end = announceHub({ pin: pin.split('').toReversed().join(''), port: 9 }, { warn: () => undefined })
  onTestFinished(end)
  // A program with another key says that it is the hub, and the till goes there in vain.
  const stranger = createServer((socket) => socket.destroy()).listen(0)
  onTestFinished(() => void stranger.close())
  await once(stranger, 'listening')
  const asked = once(stranger, 'connection')
  const lie = announceHub({ pin, port: (stranger.address() as AddressInfo).port }, { warn: () => undefined })
  await asked
  lie()
  const { signal } = new AbortController()
  expect(await findHub(pin, { ms: 1_000, over: signal })).toEqual([])
  expect(await stateOf()).toMatchObject({ address: `127.0.0.1:${hub.port}`, problem: 'unreachable' })

  const moved = await startHub(folder.path)
  expect(moved.port).not.toBe(hub.port)
  await becomes({
    address: expect.stringMatching(new RegExp(`:${moved.port}$`)),
    waiting: 0,
    problem: null,
  })
  // It is kept for the next start.
  await shop.restart()
  await becomes({ address: expect.stringMatching(new RegExp(`:${moved.port}$`)), problem: null })
})
