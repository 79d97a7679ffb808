import { correctProfile } from './correct.ts'
import { createProfile } from './create.ts'
import { createPracticeProfile } from './createPractice.ts'
import { listProfiles } from './list.ts'
import { switchProfile } from './switch.ts'

export const profileHandlers = {
  'profile.list': listProfiles,
  'profile.create': createProfile,
  'profile.correct': correctProfile,
  'profile.createPractice': createPracticeProfile,
  'profile.switch': switchProfile,
}
