/** A scale and a pole display on real lines: pseudo-terminals. */
import { expect, onTestFinished, test } from 'vitest'
import { openPole } from '../../../core/hardware/pole.ts'
import { weigh } from '../../../core/hardware/scale.ts'
import { sendAlways, serialPair } from '../../support/serialPair.ts'

const line = async () => {
  const pair = await serialPair()
  onTestFinished(pair.close)
  return pair
}

test.each([
  [['US,GS,+  0.100kg\r\n', 'US,GS,+  0.250kg\r\n', 'ST,GS,+  0.255kg\r\n'], { is: 'stable', grams: 255 }],
  [['US,GS,+  0.100kg\r\n'], { is: 'moving' }],
  [['ST,GS,-  0.100kg\r\n'], { is: 'negative' }],
  [['OL,GS,+  ------kg\r\n'], { is: 'overload' }],
  [['hello\r\n'], { is: 'silent' }],
])('a scale that sends %j', async (frames, reading) => {
  const { path, device } = await line()
  const stop = sendAlways(device, ...frames)
  // A busy computer delivers a frame late; only silence needs no frame.
  const ms = reading.is === 'silent' ? 300 : 2_000
  expect(await weigh({ path, protocol: 'continuous' }, ms)).toEqual(reading)
  stop()
})

test('a scale that answers on request is asked until the goods rest, once for two who ask', async () => {
  const { path, device, pull } = await line()
  const answers = ['\x02?A\r', '\x0200.255\r']
  let asked = 0
  const answer = async () => {
    for (;;) {
      const { buffer, bytesRead } = await device.read({ buffer: Buffer.alloc(8) })
      if (bytesRead === 0 || buffer.toString('latin1', 0, bytesRead) !== 'W') return
      asked += 1
      await device.write(answers.shift() ?? '', null, 'latin1')
    }
  }
  const answering = answer().catch(() => undefined)
  const scale = { path, protocol: 'toledo8217' } as const
  const both = await Promise.all([weigh(scale), weigh(scale)])
  expect(both).toEqual([
    { is: 'stable', grams: 255 },
    { is: 'stable', grams: 255 },
  ])
  // A busy computer answers late, and is asked once more. Two that ask for themselves ask four times.
  expect(asked).toBeLessThan(4)
  await pull()
  await answering
})

test('a line that is not there, or is pulled while it weighs, is said', async () => {
  const gone = { is: 'gone', reason: expect.stringMatching(/./) }
  expect(await weigh({ path: '/dev/ttyKAUNTA9', protocol: 'continuous' })).toEqual(gone)
  const { path, pull } = await line()
  const weighing = weigh({ path, protocol: 'continuous' }, 20_000)
  setTimeout(() => void pull(), 100)
  expect(await weighing).toEqual(gone)
})

test('a pole shows the newest text, and a text that came too late is left out', async () => {
  const { path, device } = await line()
  const pole = openPole({ warn: () => undefined })
  const setting = { path, baud: 9600 } as const
  const wide = (text: string) => text.padEnd(20)
  for (const price of ['70.00', '140.00', '210.00']) pole.show(setting, [wide('Bread'), wide(price)])
  const readTo = async (end: string) => {
    let text = ''
    while (!text.endsWith(end)) {
      const { buffer, bytesRead } = await device.read({ buffer: Buffer.alloc(1) })
      text += buffer.toString('latin1', 0, bytesRead)
    }
    return text
  }
  const last = `\x0c${wide('Bread')}${wide('210.00')}`
  const shown = await readTo(last)
  // A pseudo-terminal may lose the first text, as its other end reads later than a line.
  expect([last, `\x0c${wide('Bread')}${wide('70.00')}${last}`]).toContain(shown)
  pole.clear()
  expect(await readTo('\x0c')).toBe('\x0c')
})

test('a pole that is not there is not tried at each line', async () => {
  let now = 0
  let tries = 0
  const send = async () => {
    tries += 1
    throw new Error('no such port')
  }
  const pole = openPole({ warn: () => undefined }, send, () => now)
  const show = async () => {
    pole.show({ path: 'COM9', baud: 9600 }, ['', ''])
    await new Promise(setImmediate)
  }
  for (let line = 0; line < 5; line += 1) await show()
  expect(tries).toBe(1)
  now = 6_000
  await show()
  expect(tries).toBe(2)
})
