import { listSerialPorts } from './listSerialPorts.ts'
import { readScale } from './readScale.ts'
import { showOnPole } from './showOnPole.ts'

export const hardwareHandlers = {
  'serial.list': listSerialPorts,
  'scale.read': readScale,
  'pole.show': showOnPole,
}
