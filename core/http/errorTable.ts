/** Describes the codes of `spec 7` for the API documents. */
import type { ErrorCode } from '../contract/errors.ts'

/** Name and condition of each code (`spec 7`). */
export const errorTable: Record<ErrorCode, { name: string; when: string; remedy: string }> = {
  '001': { name: 'Invalid API Key', when: 'the credential is missing or invalid', remedy: 'check it' },
  '002': {
    name: 'Missing Required Field',
    when: 'a required field is absent',
    remedy: 'resultMsg names it by its path',
  },
  '003': {
    name: 'Invalid Field Value',
    when: 'a value is not allowed, or the tax authority rejected the content',
    remedy: 'resultMsg names the field, the value and the allowed values',
  },
  '004': {
    name: 'Duplicate Invoice',
    when: 'the number belongs to another document, or to an approved one',
    remedy: 'use another number; the result of an approved one is in data',
  },
  '005': { name: 'Item Not Found', when: 'there is no such item', remedy: 'register it first' },
  '006': {
    name: 'Tax authority connection error',
    when: 'the tax authority has not answered, or Kaunta accepts nothing at the moment; `kept` says whether the document is queued',
    remedy: 'repeat the same call after `Retry-After` seconds: it attaches to the stored document',
  },
  '007': {
    name: 'Device Not Initialized',
    when: 'the device is not initialised, or was rejected',
    remedy: 'POST /initialize',
  },
  '801': {
    name: 'Original Invoice Not Found',
    when: 'the original is not an approved invoice',
    remedy: 'verify its number',
  },
  '802': { name: 'Invoice Already Cancelled', when: 'nothing of it is left to credit', remedy: 'none' },
  '905': {
    name: 'Internal Server Error',
    when: 'an unexpected error, or the computer cannot store anything (HTTP 507 no space, 503 file locked by another program)',
    remedy: 'report the id in resultMsg to support; the log has it',
  },
}
