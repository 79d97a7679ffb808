import type { Handler } from '../shared/handler.ts'
import { lookIntoChosen } from './chosen.ts'

export const describeBackup: Handler<'backup.describe'> = ({ copy }, { profile }) =>
  profile.backups.reading(() => lookIntoChosen(profile, copy))
