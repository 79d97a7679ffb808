/** A PDF in the system's viewer, or on its clipboard, so that it can be pasted into a message. */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import type { Viewer } from '../base/ports.ts'

interface Command {
  program: string
  flags: string[]
  /** Written to its standard input. */
  text?: string
}

/** The path goes through the environment or as its own argument: no shell reads it. */
const pathVariable = 'KAUNTA_FILE'
const powershell = (script: string): Command => ({
  program: 'powershell.exe',
  flags: ['-NoProfile', '-NonInteractive', '-Command', script],
})
const copyByAppleScript = [
  'on run arguments',
  'set the clipboard to (POSIX file (item 1 of arguments))',
  'end run',
].flatMap((line) => ['-e', line])

const commands = {
  open: (file: string, platform: NodeJS.Platform): Command[] => {
    if (platform === 'win32') return [powershell(`Invoke-Item -LiteralPath $env:${pathVariable}`)]
    return [{ program: platform === 'darwin' ? 'open' : 'xdg-open', flags: [file] }]
  },
  copy: (file: string, platform: NodeJS.Platform): Command[] => {
    if (platform === 'win32') return [powershell(`Set-Clipboard -LiteralPath $env:${pathVariable}`)]
    if (platform === 'darwin') return [{ program: 'osascript', flags: [...copyByAppleScript, file] }]
    const text = `${pathToFileURL(file).href}\r\n`
    return [
      { program: 'wl-copy', flags: ['--type', 'text/uri-list'], text },
      { program: 'xclip', flags: ['-selection', 'clipboard', '-t', 'text/uri-list'], text },
    ]
  },
}

/** Milliseconds. PowerShell takes seconds on an old computer. */
const patienceMs = 20_000

/** true: it ended well. Programs that hold the clipboard leave a child behind, so nothing waits for their output. */
const run = ({ program, flags, text }: Command, file: string): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(program, flags, {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, [pathVariable]: file },
    timeout: patienceMs,
    windowsHide: true,
  })
  child.on('error', () => resolve(false))
  child.on('exit', (code) => resolve(code === 0))
  // A program that is missing, or reads nothing, closes its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(text)
  return promise
}

export const systemViewer = (platform: NodeJS.Platform = process.platform): Viewer => {
  const first = async (act: keyof typeof commands, file: string): Promise<boolean> => {
    for (const command of commands[act](file, platform)) if (await run(command, file)) return true
    return false
  }
  return { open: (file) => first('open', file), copy: (file) => first('copy', file) }
}
