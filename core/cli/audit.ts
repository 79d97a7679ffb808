/**
 * `npm run -s audit -- --data DIR [--app ID]`, or `--file F`: reads the audit trail over and says in one sentence for each
 * database that it is whole and what its head is, or where it breaks, and then ends with 1. `--head SEQ-HASH`, as a report
 * says it, must be in it. Changes nothing; a till may be running on the folder.
 */
import './nodeVersion.mjs'

await import('./runAudit.ts')
