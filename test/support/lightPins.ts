/**
 * Lets a PIN be hashed in moments. The product's scrypt takes 200 ms of processor time for each PIN, and thousands of tests
 * sign in. The cost that the product asks for is checked in `unit/access/pinHash.test.ts`.
 *
 * Loaded before the tests, and with `node --import` before a process that a test starts.
 */
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import './emptyTables.ts'

type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void

const own = Symbol.for('kaunta.scrypt')
const known: { [own]?: Scrypt } = globalThis as object
known[own] ??= crypto.scrypt
/** Node's own, also where this file is loaded a second time. */
export const scrypt: Scrypt = known[own]

const light: Scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 16 }, callback)

Object.assign(crypto, { scrypt: light })
syncBuiltinESMExports()
