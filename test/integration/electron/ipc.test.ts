import { expect, test } from 'vitest'
import type { ProfileEvent } from '../../../core/contract/events.ts'
import { standInHost } from '../../support/standInHost.ts'
import { ipcPair, ourFrame } from './fakes.ts'

test('a call of our page reaches the host with the name of its window and the profile it shows', async () => {
  const host = standInHost()
  const { bridge } = ipcPair(host, { windowId: 4 })
  const reply = await bridge.call('workspace.state', {})
  await bridge.call('status.get', {}, 'app-1')
  expect(reply).toEqual({ ok: true, data: {} })
  expect(host.calls).toEqual([
    { from: 'window-4', name: 'workspace.state', input: {} },
    { from: 'window-4', name: 'status.get', input: {}, appId: 'app-1' },
  ])
})

test.each([
  ['has gone', null],
  ['is another site', { origin: 'https://evil.example', parent: null }],
  ['is a file', { origin: 'file://', parent: null }],
  ['only begins like ours', { origin: 'app://till.evil.example', parent: null }],
  ['is ours but inside a frame', { ...ourFrame, parent: ourFrame }],
])('a call from a page that %s is refused', async (_what, frame) => {
  const host = standInHost()
  const { invokeAs } = ipcPair(host)
  const reply = await invokeAs(frame, 'till:call', ['workspace.state', {}])
  expect(reply).toMatchObject({ ok: false, error: { code: '001' } })
  expect(host.calls).toEqual([])
})

test.each([undefined, 7, null])('a name like %j is refused', async (name) => {
  const host = standInHost()
  const { invokeAs } = ipcPair(host)
  const reply = await invokeAs(ourFrame, 'till:call', [name, {}])
  expect(reply).toMatchObject({ ok: false, error: { code: '003' } })
  expect(host.calls).toEqual([])
})

test.each([7, null, ['app-1']])('a profile like %j is refused', async (appId) => {
  const host = standInHost()
  const { invokeAs } = ipcPair(host)
  const reply = await invokeAs(ourFrame, 'till:call', ['status.get', {}, appId])
  expect(reply).toMatchObject({ ok: false, error: { code: '003' } })
  expect(host.calls).toEqual([])
})

test('events reach the listeners without anything of Electron, until they leave', () => {
  const host = standInHost()
  const { bridge, page } = ipcPair(host)
  const heard: unknown[][] = []
  const leave = bridge.subscribe((...args: unknown[]) => void heard.push(args))
  const event: ProfileEvent = { type: 'queue.changed', appId: 'app-1' }
  host.emit(event)
  leave()
  host.emit(event)
  expect(heard).toEqual([[event]])
  expect(page.listenerCount('till:event')).toBe(0)
})

test('a disconnected window neither calls nor hears', async () => {
  const host = standInHost()
  const { bridge, handlers, disconnect } = ipcPair(host)
  disconnect()
  expect(handlers.size).toBe(0)
  expect(host.listeners.size).toBe(0)
  await expect(bridge.call('workspace.state', {})).rejects.toThrow()
})
