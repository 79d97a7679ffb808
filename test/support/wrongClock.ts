/**
 * Imported before a till (`--import`): its computer was off, and comes back with a date that is off by CLOCK_WRONG_BY
 * milliseconds.
 */

import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

const { now } = Date
const wrongBy = Number(process.env['CLOCK_WRONG_BY'])
Date.now = () => now() + wrongBy
os.uptime = () => performance.now() / 1000
syncBuiltinESMExports()
