/**
 * `npm run -s audit -- --data DIR [--app ID]`, or `--file F`: verifies the audit trail. For each database it prints
 * one sentence: valid with its head, or the first invalid row; then it ends with 1. `--head SEQ-HASH` from a printed
 * report must be in the trail. Changes nothing; a till may be running on the folder.
 */
import './nodeVersion.mjs'

await import('./runAudit.ts')
