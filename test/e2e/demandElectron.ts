/** For a command that asks for Electron: without its binary or a display it fails at once, and never skips a story. */
import { complain } from '../../core/platform/complain.ts'
import { electronBinary } from '../../electron/launch/binary.ts'
import { hasDisplay } from '../../electron/launch/launch.ts'

if (!electronBinary()) {
  complain('Electron is not here: npx install-electron --no')
  process.exit(1)
}
if (!hasDisplay()) {
  complain('There is no display: xvfb-run --auto-servernum npm run e2e:electron')
  process.exit(1)
}
