import type { Handler } from '../handler.ts'
import { lookIntoChosen } from './chosen.ts'

export const describeBackup: Handler<'backup.describe'> = ({ copy }, { app }) => lookIntoChosen(app, copy)
