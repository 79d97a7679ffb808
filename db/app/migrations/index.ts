/** In order; never renamed, never removed. */
import { initial } from './0001Initial.ts'

export const appMigrations = { '0001_initial': initial }
