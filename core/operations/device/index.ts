import { giveDay } from './giveDay.ts'
import { initialize } from './initialize.ts'
import { restoreDevice } from './restore.ts'
import { setUpDevice } from './setup.ts'
import { deviceStatus } from './status.ts'

export const deviceHandlers = {
  'day.give': giveDay,
  'device.status': deviceStatus,
  'device.initialize': initialize,
  'device.setup': setUpDevice,
  'device.restore': restoreDevice,
}
