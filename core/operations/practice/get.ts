import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const getPractice: Handler<'practice.get'> = (_, { app }) => ok({ mode: app.practice?.mode() ?? null })
