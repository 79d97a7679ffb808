import { getRest } from './get.ts'
import { setRest } from './set.ts'

export const restHandlers = {
  'rest.get': getRest,
  'rest.set': setRest,
}
