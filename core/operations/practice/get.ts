import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const getPractice: Handler<'practice.get'> = async (_, { profile }) =>
  ok({ mode: profile.practice ? await profile.practice.mode() : null })
