/** Two ends of a serial line, as pseudo-terminals. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from './folder.ts'
import { ensureSocat } from './paper/installed.ts'

export interface SerialPair {
  /** The till's end. */
  path: string
  /** The device's end. */
  device: FileHandle
  /** Pulls the cable. */
  pull(): Promise<void>
  close(): Promise<void>
}

/** A scale that sends its frames in turn, and the last one over and over, until the line is gone. */
export const sendAlways = (device: FileHandle, ...frames: string[]) => {
  let count = 0
  const timer = setInterval(() => {
    const frame = frames[Math.min(count, frames.length - 1)] ?? ''
    count += 1
    device.write(frame, null, 'latin1').catch(() => clearInterval(timer))
  }, 20)
  return () => clearInterval(timer)
}

/** Starts socat. */
export const serialPair = async (): Promise<SerialPair> => {
  const folder = temporaryFolder()
  const [path, far] = [join(folder.path, 'till'), join(folder.path, 'device')]
  const child = spawn(ensureSocat(), [`pty,raw,echo=0,link=${path}`, `pty,raw,echo=0,link=${far}`], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  while (!existsSync(path) || !existsSync(far)) {
    if (child.exitCode !== null) throw new Error('socat ended')
    await setTimeout(5)
  }
  const device = await open(far, 'r+')
  // A pseudo-terminal ends, and loses what nobody has read, when nobody has it open. A port does not.
  const held = await open(path, 'r+')
  const pull = async () => {
    child.kill()
    await ended
  }
  const close = async () => {
    await pull()
    for (const end of [device, held]) await end.close().catch(() => undefined)
    folder.remove()
  }
  return { path, device, pull, close }
}
