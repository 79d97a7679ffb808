import type { Generated } from 'kysely'

export interface PrintingTables {
  /** A paper for a direct printer. */
  print_job: {
    id: Generated<number>
    /** Its row in `print`, of a receipt. */
    print_id: number | null
    what: 'receipt' | 'report' | 'label' | 'test' | 'pulse'
    title: string
    /** Id in `workspace.db`. It may be gone. */
    printer_id: string
    printer_name: string
    /** JSON of the paper; null once the job ended. */
    content: string | null
    /** SHA-256 of the bytes of the last try, hexadecimal. */
    sha256: string | null
    state: Generated<'waiting' | 'sending' | 'printed' | 'unknown' | 'failed'>
    tries: Generated<number>
    reason: string | null
    /** What the system said, in its own words. */
    detail: string | null
    made_at: number
    /** Not sent any more afterwards. */
    expires_at: number | null
    ended_at: number | null
    author_name: string
  }
}
