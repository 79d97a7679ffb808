/** Electron's executable: the npm package brings none and fetches it on first use. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageDir = fileURLToPath(new URL('../../node_modules/electron', import.meta.url))

/** The executable's path if it is here, else null; never starts the download that `import 'electron'` would. */
export const electronBinary = (): string | null => {
  const pathFile = join(packageDir, 'path.txt')
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : override ? 'electron' : null
  if (name === null) return null
  const file = join(override ?? join(packageDir, 'dist'), name)
  return existsSync(file) ? file : null
}

/** Fetches the binary; answers its path, or null when that failed or took longer than `patienceMs`. */
export const fetchElectron = (patienceMs: number): Promise<string | null> => {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const installer = spawn(process.execPath, [join(packageDir, 'install.js')], { stdio: 'ignore' })
  const timer = setTimeout(() => installer.kill('SIGKILL'), patienceMs)
  const finish = () => {
    clearTimeout(timer)
    resolve(electronBinary())
  }
  installer.once('exit', finish)
  installer.once('error', finish)
  return promise
}
