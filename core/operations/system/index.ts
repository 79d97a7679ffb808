import { health } from './health.ts'
import { systemStatus } from './status.ts'

export const systemHandlers = {
  'system.health': health,
  'system.status': systemStatus,
}
