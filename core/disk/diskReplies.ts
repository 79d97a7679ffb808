/** Replies to callers when the disk does not accept new data. */
import { fail } from '../contract/errors.ts'
import type { DiskTrouble } from './diskErrors.ts'
import type { DiskState } from './diskMonitor.ts'

/** Rounded up, so that nobody stops freeing space too early. */
const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

/** `retryAfter`: seconds, if the problem may pass by itself. */
const happened: Record<DiskTrouble, { reason: string; message: string; retryAfter?: number }> = {
  full: {
    reason: 'disk.full',
    retryAfter: 30,
    message: 'The disk is full. Nothing was saved: free some space, then do it again.',
  },
  readOnly: {
    reason: 'disk.readOnly',
    message:
      'The disk can only be read. Nothing was saved: make it writable for this program, then do it again.',
  },
  broken: {
    reason: 'disk.broken',
    message:
      'The disk does not take what is written. Nothing was saved: look after the disk, then do it again.',
  },
  busy: {
    reason: 'disk.busy',
    retryAfter: 1,
    message:
      "Another program is using the till's file. Nothing was saved: close it, or wait for it, then do it again.",
  },
  damaged: {
    reason: 'disk.damaged',
    message:
      "The till's file is damaged. Nothing was saved: close Kaunta and start it again now, it is mended at the start.",
  },
  gone: {
    reason: 'disk.gone',
    message:
      'The data folder was deleted, moved or disconnected while Kaunta ran. Nothing was saved: put the folder back in its place, then start Kaunta again.',
  },
}

/** The reply after a failed write or read. `id`: the error's id in the log. */
export const diskFailure = (trouble: DiskTrouble, id: string) => {
  const { reason, message, ...when } = happened[trouble]
  return fail('905', reason, `${message} Support finds it under ${id}.`, { id, params: { id }, ...when })
}

/** The reply before anything was tried, because of the disk's state. */
export const noRoom = ({ word, freeBytes, toFreeBytes }: DiskState) => {
  if (word === 'readOnly' || word === 'broken' || word === 'damaged' || word === 'gone') {
    const { reason, message } = happened[word]
    return fail('905', reason, message, { params: { id: word } })
  }
  const params = { free: Math.floor((freeBytes ?? 0) / 1_000_000), more: megabytes(toFreeBytes) }
  return fail(
    '905',
    'disk.stopped',
    `The disk is almost full, so nothing new is taken; what is kept is still sent. Nothing was saved: free ${params.more} MB, then do it again.`,
    { params, retryAfter: 30 },
  )
}
