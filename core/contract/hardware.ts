/** What hangs on serial lines of the counter: a scale, and a pole display of two lines. */
import { z } from 'zod'
import { optionalText } from './fields.ts'
import { operation } from './operation.ts'

const serialPath = z
  .string()
  .regex(/^(\/dev\/[\w/.-]{1,120}|COM\d{1,3})$/, 'a port such as COM3 or /dev/ttyUSB0')

export const scaleProtocol = z.enum(['toledo8217', 'continuous'])
export type ScaleProtocol = z.infer<typeof scaleProtocol>

export const scaleSetting = z.object({ path: serialPath, protocol: scaleProtocol })
export type ScaleSetting = z.infer<typeof scaleSetting>

export const poleBauds = [2400, 4800, 9600, 19_200] as const
export const poleSetting = z.object({ path: serialPath, baud: z.literal(poleBauds) })
export type PoleSetting = z.infer<typeof poleSetting>

const amount = z.int().min(-1e12).max(1e12)

export const hardwareOperations = {
  'serial.list': operation({
    summary: 'The serial ports of this computer',
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: z.object({
      /** `title`: as people know it on this computer. */
      ports: z.array(z.object({ path: z.string(), title: z.string() })),
    }),
  }),
  'scale.read': operation({
    summary: 'The stable weight on the scale; waits a moment for it',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ grams: z.int().min(1) }),
  }),
  'pole.show': operation({
    summary: 'Show the customer a price on the pole display; without one, nothing happens',
    allow: 'cashier',
    profile: true,
    input: z.discriminatedUnion('kind', [
      /** Cents. */
      z.object({ kind: z.literal('item'), name: optionalText(200), amount, total: amount }),
      z.object({ kind: z.literal('total'), total: amount }),
      z.object({ kind: z.literal('change'), total: amount, change: amount }),
      z.object({ kind: z.literal('idle') }),
    ]),
    output: z.object({}),
  }),
}
