/** Keys, tokens and PINs are looked for wherever they must not be: in files, in the log, in other answers. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Answer, type Ask, ask, startTestServer } from '../../support/server.ts'
import { startShop } from '../operations/shop.ts'

const pin = '73910582'
const wrongPin = '60418295'
const old = 'legacy_test_8c1f0a7b5d3e94620f1b'

const startServer = async () => {
  const shop = await startShop()
  const server = await startTestServer(shop.host(), { perSecond: 1_000 })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const answers: Answer[] = []
  /** `open`: only its answer contains a secret. */
  const send = async (path: string, options: Ask, { open = false } = {}) => {
    const answer = await ask(`${server.url}/api/v1${path}`, options)
    if (!open) answers.push(answer)
    return (answer.json()['data'] ?? {}) as Record<string, string>
  }
  return { shop, server, answers, send }
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, content: readFileSync(join(parentPath, name), 'latin1') }))

test('no secret is in a file, in the log, or in an answer that should not contain it', async () => {
  const { shop, server, answers, send } = await startServer()
  await shop.ok('user.save', { name: 'Otieno', role: 'owner', pin })
  const { key } = await shop.ok('apiKey.mint')
  const adopted = await shop.ok('apiKey.adopt', { key: old })
  await shop.fails('apiKey.adopt', { key: old })
  await shop.fails('apiKey.adopt', { key: `${key} with more` })

  const signIn = (body: object, open = false) => send('/session', { method: 'POST', body }, { open })
  const first = await signIn({ user: 'Otieno', pin }, true)
  const refreshBody = { refreshToken: first['refreshToken'] }
  const second = await send('/session/refresh', { method: 'POST', body: refreshBody }, { open: true })
  const bearer = {
    authorization: `Bearer ${second['accessToken']}`,
    'x-service-app-id': shop.appId,
  }

  // Everything that can go wrong with them.
  await signIn({ user: 'Otieno', pin: wrongPin })
  await signIn({ user: pin, pin: [wrongPin] })
  await signIn({ user: 'Otieno', pin: { pin } })
  await send('/session', { method: 'POST', body: `{"user":"Otieno","pin":"${pin}"` })
  await send(`/session?pin=${pin}`, { method: 'POST', body: {} })
  await send('/session/refresh', { method: 'POST', body: { refreshToken: [first['refreshToken']] } })
  for (const headers of [
    { 'x-api-key': key },
    { 'x-api-key': old },
    bearer,
    { ...bearer, 'x-api-key': key },
  ]) {
    await send('/items', { headers })
    await send('/items/goods', { method: 'POST', headers, body: { itemName: 'Soap', taxType: 'X' } })
    await send('/nowhere', { headers })
    await send('/items', { method: 'DELETE', headers })
    await send('/sales-with-items', { method: 'POST', headers, body: '{' })
  }
  await send('/health', {})
  await send('/status', {})
  await shop.ok('apiKey.list')
  await shop.ok('apiKey.revoke', { id: adopted.id })
  await send('/session/refresh', { method: 'POST', body: refreshBody })
  await send('/items', { headers: bearer })
  await send('/session', { method: 'DELETE', headers: bearer })

  const secrets = {
    pin,
    wrongPin,
    key,
    firstKey: shop.apiKey,
    old,
    accessToken: second['accessToken']!,
    signature: second['accessToken']!.split('.')[2]!,
    refreshToken: first['refreshToken']!,
    nextRefreshToken: second['refreshToken']!,
  }
  const log = JSON.stringify([...shop.log.lines, ...server.log.lines])
  expect(answers.length).toBeGreaterThan(25)
  const files = filesOf(shop.dataDir)
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['workspace.db', 'secrets.json', 'till.db']),
  )
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThanOrEqual(8)
    expect(log.includes(secret), `${name} in the log`).toBe(false)
    for (const { text, headers } of answers) {
      expect((text + JSON.stringify(headers)).includes(secret), `${name} in ${text}`).toBe(false)
    }
    for (const file of files) expect(file.content.includes(secret), `${name} in ${file.name}`).toBe(false)
  }
}, 30_000)
