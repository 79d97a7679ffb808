/** REST credentials: API keys, and sessions of people (spec 5). */
import { z } from 'zod'
import { foreignKeyLength, keyNameLength, restPorts } from './bounds.ts'
import { environment, moment, role, text, token, uuid } from './fields.ts'
import { operation } from './operation.ts'

const apiKey = z.object({
  id: uuid,
  /** What it is for; null for a key without a name. */
  name: z.string().nullable(),
  /** A key is identified by these after it was created. */
  lastFour: z.string(),
  createdAt: moment,
  /** Day in Nairobi, `YYYYMMDD`; null: never. */
  lastUsedOn: z.string().nullable(),
  revokedAt: moment.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

/** Screens ask for it; a command may leave it out. */
export const keyName = text(keyNameLength).optional()

/** A key that was issued elsewhere. */
export const foreignKey = token(foreignKeyLength.min, foreignKeyLength.max)

export const restPort = z.int().min(restPorts.min).max(restPorts.max)

const restState = z.object({
  /** always: a gateway; switch: the owner decides; never: no REST interface. */
  mode: z.enum(['always', 'switch', 'never']),
  /** What the owner wants. `url` shows whether it runs. */
  on: z.boolean(),
  port: z.int(),
  /** Where other software reaches this till now. */
  url: z.string().nullable(),
  /** Why it does not run although it is wanted. */
  problem: z.enum(['portInUse', 'notStarted']).nullable(),
})
export type RestState = z.infer<typeof restState>

export const sessionAnswer = z
  .object({
    accessToken: z.string().describe('A JWT for the header `Authorization: Bearer`'),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().describe('seconds'),
    refreshToken: z.string().describe('single use; each refresh returns the next one'),
    user: z.object({ id: uuid, name: z.string(), role }),
    apps: z
      .array(z.object({ id: uuid, name: z.string(), environment }))
      .describe('what the header `X-Service-App-Id` may name'),
  })
  .meta({ id: 'Session' })

export const accessOperations = {
  'apiKey.list': operation({
    summary: "Keys of the profile's other software, newest first",
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: z.object({ keys: z.array(apiKey) }),
  }),
  'apiKey.mint': operation({
    summary: 'Create an API key; it is shown only once',
    allow: 'owner',
    profile: true,
    input: z.object({ name: keyName }),
    output: z.object({ key: z.string(), apiKey }),
  }),
  'apiKey.adopt': operation({
    summary: 'Adopt a key that was issued before, with any prefix',
    allow: 'owner',
    profile: true,
    input: z.object({ key: foreignKey, name: keyName }),
    output: apiKey,
  }),
  'apiKey.revoke': operation({
    summary: 'Revoke a key permanently',
    allow: 'owner',
    profile: true,
    input: z.object({ id: uuid }),
    output: apiKey,
  }),
  'rest.get': operation({
    summary: 'Whether the REST interface is on, and its address',
    allow: 'owner',
    profile: false,
    input: z.object({}),
    output: restState,
  }),
  'rest.set': operation({
    summary: 'Switch the REST interface on this computer on or off',
    allow: 'owner',
    profile: false,
    input: z.object({ on: z.boolean(), port: restPort.default(restPorts.usual) }),
    output: restState,
  }),
  'session.signIn': operation({
    summary: 'Sign in with a PIN',
    allow: 'software',
    profile: false,
    input: z.looseObject({
      user: z.string().trim().min(1).max(64).describe('id, or name in any case'),
      pin: z.string().min(1).max(12),
    }),
    output: sessionAnswer,
    rest: {
      method: 'POST',
      path: '/session',
      envelope: 'resultCode',
      role: 'cashier',
      public: true,
      bodyOnly: true,
      extension: true,
    },
  }),
  'session.refresh': operation({
    summary: 'Exchange a refresh token for new tokens; using one twice ends the session',
    allow: 'software',
    profile: false,
    input: z.looseObject({ refreshToken: z.string().min(1).max(200) }),
    output: sessionAnswer,
    rest: {
      method: 'POST',
      path: '/session/refresh',
      envelope: 'resultCode',
      role: 'cashier',
      public: true,
      bodyOnly: true,
      extension: true,
    },
  }),
  'session.signOut': operation({
    summary: 'End the calling session; its tokens become invalid',
    allow: 'software',
    profile: false,
    input: z.looseObject({}),
    output: z.object({ ended: z.literal(true) }),
    rest: { method: 'DELETE', path: '/session', envelope: 'resultCode', role: 'cashier', extension: true },
  }),
}
