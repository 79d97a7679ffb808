/** How a PIN is kept. The tests hash with little work, see `support/lightPins.ts`: here is what the product asks for. */
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { hashPin, verifyPin } from '../../../core/access/pinHash.ts'
import { scrypt } from '../../support/lightPins.ts'

const light = crypto.scrypt

/** Node's own scrypt until the test ends; records the options of each call. */
const heavyScrypt = (): ScryptOptions[] => {
  const asked: ScryptOptions[] = []
  const heavy: typeof scrypt = (password, salt, length, options, callback) => {
    asked.push(options)
    scrypt(password, salt, length, options, callback)
  }
  Object.assign(crypto, { scrypt: heavy })
  syncBuiltinESMExports()
  return asked
}

afterEach(() => {
  Object.assign(crypto, { scrypt: light })
  syncBuiltinESMExports()
})

test('a PIN is kept as scrypt with 32 MB of work, a salt of its own and the pepper', async () => {
  const asked = heavyScrypt()
  const kept = await hashPin('471362', 'pepper')
  expect(kept).toMatch(/^scrypt\$32768\$[\w-]{22}\$[\w-]{43}$/)
  expect(asked).toEqual([expect.objectContaining({ N: 32_768, r: 8, p: 1 })])
  expect(await verifyPin('471362', kept, 'pepper')).toBe(true)
  expect(asked).toHaveLength(2)
  expect(await verifyPin('471363', kept, 'pepper')).toBe(false)
  expect(await verifyPin('471362', kept, 'another')).toBe(false)
  expect(await hashPin('471362', 'pepper')).not.toBe(kept)
})

test('a hash that was kept with other work is checked with that work', async () => {
  const asked = heavyScrypt()
  const kept = await hashPin('471362', 'pepper')
  await verifyPin('471362', kept.replace('$32768$', '$1024$'), 'pepper')
  expect(asked.map(({ N }) => N)).toEqual([32_768, 1_024])
})
