import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const getPractice: Handler<'practice.get'> = async (_, { app }) =>
  ok({ mode: app.practice ? await app.practice.mode() : null })
