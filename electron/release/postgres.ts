/**
 * Before packing: makes the links that PostgreSQL's libraries need, as npm keeps none in a package, and a packed Kaunta may
 * lie where nobody can write. Ends with 1 if npm's PostgreSQL is missing, or does not run.
 */
import { complain } from '../../core/platform/complain.ts'
import { npmPackage, npmPrograms } from '../../db/hub/programs.ts'

if (!npmPrograms(import.meta.url)) {
  complain(`${npmPackage} does not run here. Run npm ci without --omit=optional`)
  process.exitCode = 1
}
