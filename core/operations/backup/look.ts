import { isAbsolute } from 'node:path'
import { fail, ok } from '../../contract/errors.ts'
import { lookAtCopy } from '../../workspace/lookAtCopy.ts'
import { practiceSerial } from '../../workspace/workspace.ts'
import type { Handler } from '../shared/handler.ts'
import { unfit } from './chosen.ts'

const practice = fail(
  '003',
  'backup.practice',
  'This is a backup of a practice shop, which has no device at the authority. Choose a backup of a real shop.',
  { field: 'path' },
)

export const lookAtBackup: Handler<'backup.look'> = async ({ path }, { ports }) => {
  if (!isAbsolute(path)) return unfit('notThere')
  const found = await lookAtCopy(path, ports)
  if (typeof found === 'string') return unfit(found)
  const { content, bytes } = found
  const { device, taxpayerPin, branchId, environment } = content.identity ?? {}
  // Whose it is cannot be said of a shop without a device, or of a first version.
  if (!device || !taxpayerPin || !branchId || (environment !== 'sandbox' && environment !== 'production'))
    return unfit('notOurs')
  if (device.serial === practiceSerial) return practice
  const { lastSoldAt, sales, creditNotes, lastNumber, waiting } = content
  return ok({
    ...{ file: path, bytes, lastSoldAt, sales, creditNotes, lastNumber, waiting },
    ...{ environment, taxpayerPin, branchId, deviceSerial: device.serial },
  })
}
