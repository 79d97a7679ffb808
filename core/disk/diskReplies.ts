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
    message: 'The disk is full. Nothing was saved: free some space, then try again.',
  },
  readOnly: {
    reason: 'disk.readOnly',
    message: 'The disk is read-only. Nothing was saved: make it writable for this program, then try again.',
  },
  broken: {
    reason: 'disk.broken',
    message: 'Writing to the disk failed. Nothing was saved: check the disk, then try again.',
  },
  busy: {
    reason: 'disk.busy',
    retryAfter: 1,
    message:
      "Another program is using the till's file. Nothing was saved: close it, or wait for it, then try again.",
  },
  damaged: {
    reason: 'disk.damaged',
    message:
      "The till's file is damaged. Nothing was saved: close Kaunta and start it again now. The file is repaired at the start.",
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
  return fail('905', reason, `${message} Support id: ${id}.`, { id, params: { id }, ...when })
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
    `The disk is almost full, so nothing new is accepted; pending documents are still sent. Nothing was saved: free ${params.more} MB, then try again.`,
    { params, retryAfter: 30 },
  )
}
