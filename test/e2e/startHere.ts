/** `npm start` on a folder of its own, where there is neither Electron nor a display: it prints an address. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { repository } from '../support/process.ts'

export const noElectron = { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere', ELECTRON_MIRROR: 'http://127.0.0.1:9/' }
export const noDisplay = { DISPLAY: '', WAYLAND_DISPLAY: '' }

export const start = (dataDir: string, env: NodeJS.ProcessEnv) => {
  const child = spawn(
    process.execPath,
    [repository('electron/launch/start.ts'), '--data', dataDir, '--port', '0'],
    {
      env: { ...process.env, ...noElectron, ...env },
    },
  )
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return { child, lines, errors: text(child.stderr), ended: once(child, 'exit') }
}

/** The address that lets one window in, once it has been printed. */
export const addressIn = (lines: string[]): string =>
  /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(lines[0] ?? '')?.[0] ?? ''
