/** Who is signed in at the hub in this browser. */
import { type Failure, fail } from '../../../../core/contract/errors.ts'
import type { ScreenSession } from '../../../../core/contract/hub/screens.ts'
import { setLinkState } from '../../../bridge/link.ts'
import { CallFailed } from '../../../queries/calls.ts'

const silent = () =>
  new CallFailed(fail('006', 'hub.silent', 'The hub does not answer. Check the network of the shop.').error)

const ask = async (path: string, init?: RequestInit): Promise<Response> => {
  try {
    return await fetch(path, init)
  } catch {
    setLinkState('gone')
    throw silent()
  }
}

const read = async <T>(response: Response): Promise<T> => {
  const body = (await response.json().catch(() => null)) as { error?: Failure } | T | null
  if (response.ok && body !== null) return body as T
  const failure = (body as { error?: Failure } | null)?.error
  throw failure ? new CallFailed(failure) : silent()
}

const post = (path: string, body: unknown) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Resolves with null if nobody is signed in. Rejects with {@link CallFailed}. */
export const presentSession = async (): Promise<ScreenSession | null> => {
  const response = await ask('/screens/session')
  return response.status === 401 ? null : read<ScreenSession>(response)
}

/** Rejects with {@link CallFailed}. */
export const signIn = async (name: string, password: string): Promise<ScreenSession> =>
  read<ScreenSession>(await post('/screens/session', { name, password }))

/** Rejects with {@link CallFailed}. */
export const signOut = async (): Promise<void> => {
  await read(await post('/screens/end', {}))
}
