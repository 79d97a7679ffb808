import { expect, onTestFinished, test, vi } from 'vitest'
import { endOnSignals } from '../../../core/platform/endOnSignals.ts'

test('a process that gets two signals ends when its work is stored, and says what it waits for', async () => {
  const before = new Map(
    ['SIGINT', 'SIGTERM'].map((signal) => [signal, process.listeners(signal as 'SIGINT')]),
  )
  onTestFinished(() => {
    for (const [signal, listeners] of before)
      for (const each of process.listeners(signal as 'SIGINT'))
        if (!listeners.includes(each)) process.off(signal, each)
  })
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  const closing = Promise.withResolvers<void>()
  const close = vi.fn(() => closing.promise)
  const exit = vi.fn()
  const end = endOnSignals(close, exit)
  process.kill(process.pid, 'SIGINT')
  await expect.poll(() => close).toHaveBeenCalled()
  process.kill(process.pid, 'SIGINT')
  process.kill(process.pid, 'SIGTERM')
  await expect.poll(() => said).toHaveBeenCalledTimes(2)
  await end()
  expect(exit).not.toHaveBeenCalled()
  expect(String(said.mock.calls[0])).toContain('waits for')
  closing.resolve()
  await expect.poll(() => exit.mock.calls).toEqual([[0]])
  expect(close).toHaveBeenCalledTimes(1)
})
