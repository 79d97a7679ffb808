/** Finds an installed Chromium-based browser: for the app window, for PDF files, for the tests. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const candidates = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] => {
  if (platform === 'darwin') return macApps
  if (platform === 'win32') {
    const folders = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
    return folders.flatMap((folder) =>
      folder ? windowsPrograms.map((program) => join(folder, program)) : [],
    )
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)))
}

/** Returns the path of an installed Chromium, Chrome or Edge; otherwise null. `KAUNTA_CHROMIUM` takes precedence. */
export const findBrowser = (
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null => {
  const named = env['KAUNTA_CHROMIUM']
  if (named && isExecutable(named)) return named
  return candidates(platform, env).find(isExecutable) ?? null
}

/** Chromium's own sandbox does not work for root. Everyone else keeps it. */
export const sandboxArguments = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])
