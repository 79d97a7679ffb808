/** The default place of the data. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Surroundings {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
}

/** The operating system's folder for a user's program data, with `Kaunta` at its end. */
export const defaultDataDir = (
  { platform, env, home }: Surroundings = { platform: process.platform, env: process.env, home: homedir() },
): string => {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Kaunta')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Kaunta')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'Kaunta')
}

/** The newest part of the log. */
export const logFile = (dataDir: string): string => join(dataDir, 'logs', 'kaunta.log')
