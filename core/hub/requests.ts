/** How routes read what a request says. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Till } from '../../db/hub/door.ts'
import type { Caller } from './door.ts'
import { Refusal } from './failures.ts'

export const parse = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('malformed')
  return parsed.data
}

export const tillOf = (request: FastifyRequest): Caller => {
  if (!request.till) throw new Refusal('token')
  return request.till
}

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export const numberIn = (query: unknown, name: string): number => {
  const value = Number((query as Record<string, string | undefined>)[name] ?? 0)
  return Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** null: it is absent or empty. */
export const textIn = (query: unknown, name: string): string | null => {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Throws if this till may not call: an owner ended it, or a manager did not confirm it yet. */
export const demandAdmitted = (till: Pick<Till, 'revoked_at' | 'confirmed_at'> | undefined): void => {
  if (!till || till.revoked_at !== null) throw new Refusal('revoked')
  if (till.confirmed_at === null) throw new Refusal('unconfirmed')
}
