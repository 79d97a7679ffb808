import type { ReactNode } from 'react'
import { explain, failureCode } from '../i18n/errors.ts'
import { CallFailed } from '../queries/calls.ts'
import { Note } from './Note.tsx'

/** A failed call in plain words; nothing while there is none. */
export function FailureNote({ error, acts }: { error: Error | null; acts?: ReactNode }) {
  if (!error) return null
  if (!(error instanceof CallFailed)) throw error
  return <Note tone="bad" title={explain(error.failure)} code={failureCode(error.failure)} acts={acts} />
}
