import { describeBackup } from './describe.ts'
import { dismissFinding } from './dismiss.ts'
import { listBackups } from './list.ts'
import { lookAtBackup } from './look.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { saveElsewhere } from './saveElsewhere.ts'

export const backupHandlers = {
  'backup.list': listBackups,
  'backup.make': makeBackup,
  'backup.dismiss': dismissFinding,
  'backup.describe': describeBackup,
  'backup.look': lookAtBackup,
  'backup.restore': restoreBackup,
  'backup.saveElsewhere': saveElsewhere,
}
