import type { OutputOf } from '../../../../core/contract/index.ts'

export type Person = OutputOf<'user.list'>['people'][number]
