/** Starts Kaunta when somebody signs in to a Linux desktop. Windows and macOS have a setting of their own for it. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export interface LoginItem {
  get(): boolean
  set(on: boolean): void
}

/** As the standard for desktop entries wants a command: quoted, with its four special signs escaped. */
const quoted = (path: string): string => `"${path.replaceAll(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\')}"`

/** `program`: what starts Kaunta. `config`: the person's folder for settings. */
export const autostartFile = (
  program: string,
  config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
): LoginItem => {
  const file = join(config, 'autostart', 'kaunta.desktop')
  return {
    get: () => existsSync(file),
    set: (on) => {
      if (!on) return rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(
        file,
        `[Desktop Entry]\nType=Application\nName=Kaunta\nExec=${quoted(program)}\nTerminal=false\n`,
      )
    },
  }
}
