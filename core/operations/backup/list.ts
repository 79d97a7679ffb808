import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const listBackups: Handler<'backup.list'> = (_, { app }) => ok(app.backups.state())
