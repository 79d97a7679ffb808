import type { Failure } from '../../core/contract/errors.ts'
import './common.ts'
import { errors as en } from './en/errors.ts'
import { defineWords, hasWord, sayFound } from './index.ts'
import { errors as sw } from './sw/errors.ts'

const errors = defineWords('errors', { en, sw })

/** Are there words for a failure's reason? */
export const isWorded = (reason: string): boolean => hasWord(errors, reason)

/** A failure in the words of the screen's language; the core's own English where none are kept. */
export const explain = ({ reason, message, params }: Failure): string =>
  isWorded(reason) ? sayFound(errors, reason, params).trim() : message

/** The code in small, for whoever calls support: `003 · quantity`. */
export const failureCode = ({ code, field }: Failure): string =>
  field === undefined ? code : `${code} · ${field}`
