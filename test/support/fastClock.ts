/** Imported before a till (`--import`): its time passes CLOCK_FASTER times as fast, for stories in which it waits. */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import timers from 'node:timers'

const faster = Number(process.env['CLOCK_FASTER'])
const { now } = Date
const begun = now()
Date.now = () => Math.round(begun + (now() - begun) * faster)
const monotonic = performance.now.bind(performance)
performance.now = () => monotonic() * faster
os.uptime = () => performance.now() / 1000
const { setTimeout } = globalThis
const sooner = ((callback: () => void, ms = 0, ...args: []) =>
  setTimeout(callback, ms / faster, ...args)) as typeof setTimeout
globalThis.setTimeout = sooner
timers.setTimeout = sooner
syncBuiltinESMExports()
