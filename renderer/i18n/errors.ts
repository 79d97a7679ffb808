import type { Failure } from '../../core/contract/errors.ts'
import './common.ts'
import { errors as en } from './en/errors.ts'
import { defineWords, hasWord, sayFound } from './index.ts'
import { errors as sw } from './sw/errors.ts'

const errors = defineWords('errors', { en, sw })

/** Whether a failure's reason has a text. */
export const isWorded = (reason: string): boolean => hasWord(errors, reason)

/** A failure's text in the screen's language, or the core's own English if there is none. */
export const explain = ({ reason, message, params }: Failure): string =>
  isWorded(reason) ? sayFound(errors, reason, params).trim() : message

/** The code for support, in small print: `003 · quantity`. */
export const failureCode = ({ code, field }: Failure): string =>
  field === undefined ? code : `${code} · ${field}`
