/** In order; never renamed, never removed. */
import { initial } from './0001Initial.ts'
import { corrections } from './0002Corrections.ts'

export const workspaceMigrations = { '0001_initial': initial, '0002_corrections': corrections }
