/** A large list is cancelled half-way and done again. `KAUNTA_IMPORT_ROWS=20000` brings a larger one. */
import { test } from 'vitest'
import { expectCancelledAndDoneAgain } from './importing.ts'

const rows = Number(process.env['KAUNTA_IMPORT_ROWS'] ?? 2_000)

test(
  `${rows} rows with ${rows / 100} broken ones, cancelled half-way and done again, are accepted each`,
  () => expectCancelledAndDoneAgain(rows, rows / 100),
  1_800_000,
)
