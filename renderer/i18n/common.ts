import { common as en } from './en/common.ts'
import { defineWords } from './index.ts'
import { common as sw } from './sw/common.ts'

/** Words of the frame, and those that several screens share. */
export const common = defineWords('common', { en, sw })
