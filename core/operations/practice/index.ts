import { getPractice } from './get.ts'
import { setPractice } from './set.ts'

export const practiceHandlers = {
  'practice.get': getPractice,
  'practice.set': setPractice,
}
