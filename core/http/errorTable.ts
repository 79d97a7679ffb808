/** Describes the codes of `spec 7` for the API documents. */
import type { ErrorCode } from '../contract/errors.ts'

/** Name and condition of each code (`spec 7`). */
export const errorTable: Record<ErrorCode, { name: string; when: string; remedy: string }> = {
  '001': { name: 'Invalid API Key', when: 'the credential is missing or not good', remedy: 'check it' },
  '002': {
    name: 'Missing Required Field',
    when: 'a required field is absent',
    remedy: 'resultMsg names it by its path',
  },
  '003': {
    name: 'Invalid Field Value',
    when: 'a value is outside what is allowed, or the tax authority refused the content',
    remedy: 'resultMsg names the field, the value and what is allowed',
  },
  '004': {
    name: 'Duplicate Invoice',
    when: 'the number belongs to another document, or to one that is approved',
    remedy: 'use another number; of an approved one the result is in data',
  },
  '005': { name: 'Item Not Found', when: 'there is no such item', remedy: 'register it first' },
  '006': {
    name: 'Tax authority connection error',
    when: 'the tax authority has not answered, or Kaunta takes nothing at the moment; `kept` says whether what was sent is queued',
    remedy: 'repeat the same call after `Retry-After` seconds: it attaches to what is kept',
  },
  '007': {
    name: 'Device Not Initialized',
    when: 'the device is not initialised, or was refused',
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
    when: 'nobody expected this, or the computer keeps nothing (HTTP 507 no room, 503 file held by another program)',
    remedy: 'tell support the id in resultMsg; the log has it',
  },
}
