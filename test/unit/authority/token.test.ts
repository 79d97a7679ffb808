import { describe, expect, test } from 'vitest'
import { createTokens } from '../../../core/authority/oscu/token.ts'
import type { Delivery, Message } from '../../../core/authority/oscu/transport.ts'

const answer = (body: object | string, status = 200): Delivery => ({
  kind: 'answered',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function bench(deliveries: Delivery[], credentials: { consumerKey: string; consumerSecret: string } | null) {
  const sent: Message[] = []
  const clock = { ms: 0 }
  const transport = {
    send: async (message: Message) => {
      sent.push(message)
      return deliveries.shift() ?? answer('', 500)
    },
    close: () => {},
  }
  const gateway = {
    tokenUrl: 'https://gateway.test/v1/token/generate',
    apigeeAppId: 'app',
    credentials: async () => credentials,
  }
  return { tokens: createTokens(gateway, transport, () => clock.ms), sent, clock }
}

const consumer = { consumerKey: 'key', consumerSecret: 'secret' }
const granted = (token: string, life: unknown = '3599') => answer({ access_token: token, expires_in: life })

describe('a token of the gateway', () => {
  test('is fetched with GET and Basic, once for everybody who asks', async () => {
    const { tokens, sent } = bench([granted('one')], consumer)
    expect(await Promise.all([tokens.get(), tokens.get()])).toEqual([{ token: 'one' }, { token: 'one' }])
    expect(await tokens.get()).toEqual({ token: 'one' })
    expect(sent).toEqual([
      {
        method: 'GET',
        url: 'https://gateway.test/v1/token/generate?grant_type=client_credentials',
        headers: { Authorization: 'Basic a2V5OnNlY3JldA==', Accept: 'application/json' },
        body: '',
        long: false,
      },
    ])
  })

  test.each([
    ['3599', 3_539_000],
    [3599, 3_539_000],
    ['10', 5_000],
    [null, 240_000],
  ])('that lives for %s is renewed after %i ms', async (life, until) => {
    const { tokens, clock } = bench([granted('one', life), granted('two')], consumer)
    await tokens.get()
    clock.ms = until - 1
    expect(await tokens.get()).toEqual({ token: 'one' })
    clock.ms = until
    expect(await tokens.get()).toEqual({ token: 'two' })
  })

  test('that was turned down is fetched anew, but a newer one is kept', async () => {
    const { tokens } = bench([granted('one'), granted('two')], consumer)
    await tokens.get()
    tokens.forget('one')
    expect(await tokens.get()).toEqual({ token: 'two' })
    tokens.forget('one')
    expect(await tokens.get()).toEqual({ token: 'two' })
  })

  test.each([
    ['refused credentials', answer({ fault: {} }, 401), 'notAuthorised'],
    ['a server in trouble', answer('<html>', 503), 'neverArrived'],
    ['a page instead of a token', answer('<html>'), 'neverArrived'],
    ['an empty token', answer({ access_token: '' }), 'neverArrived'],
    ['nobody there', { kind: 'neverArrived', text: 'nobody' } as const, 'neverArrived'],
    ['a cut', { kind: 'mayHaveArrived', text: 'cut' } as const, 'neverArrived'],
  ])('with %s fails, and is tried again next time', async (_, delivery, kind) => {
    const { tokens } = bench([delivery, granted('one')], consumer)
    expect(await tokens.get()).toMatchObject({ failure: { kind } })
    expect(await tokens.get()).toEqual({ token: 'one' })
  })

  test('without credentials is not even asked for', async () => {
    const { tokens, sent } = bench([], null)
    expect(await tokens.get()).toMatchObject({ failure: { kind: 'notAuthorised' } })
    expect(sent).toEqual([])
  })
})
