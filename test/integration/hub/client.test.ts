/** Requests of a till to a computer that ends in the middle of them. */
import { createPublicKey } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { hubCertificate, hubKey } from '../../../core/hub/certificate.ts'
import { createHubClient } from '../../../core/link/client.ts'
import { pinOf } from '../../../core/link/identity.ts'
import { memorySecrets } from './openDoor.ts'

test('every request ends with the hub, however many wait for its answers', async () => {
  const secrets = memorySecrets()
  const key = await hubKey(secrets)
  const cert = await hubCertificate(secrets, key)
  const asked: string[] = []
  const hub = createServer(
    { key: key.export({ type: 'pkcs8', format: 'pem' }), cert, minVersion: 'TLSv1.3' },
    ({ url = '' }, answer) => {
      asked.push(url)
      if (url.endsWith('/first')) answer.end('{}')
    },
  )
  const sockets = new Set<Socket>()
  hub.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', () => resolve()))
  const { port } = hub.address() as AddressInfo
  const client = createHubClient(pinOf(createPublicKey(key)), [`127.0.0.1:${port}`])
  const send = (path: string) => client.send({ method: 'GET', path, ms: 60_000 })
  expect(await send('/first')).toMatchObject({ is: 'answered' })
  const some = (count: number) => Array.from({ length: count }, () => send('/tills'))
  const requests = some(10)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(6))
  requests.push(...some(10))
  hub.close()
  for (const socket of sockets) socket.destroy()
  for (const heard of await Promise.all(requests)) expect(heard).toMatchObject({ problem: 'unreachable' })
  client.close()
})
