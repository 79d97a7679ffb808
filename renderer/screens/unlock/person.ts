import type { State } from '../../window/session.ts'

export type Person = State['people'][number]
