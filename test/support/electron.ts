import { electronBinary } from '../../electron/launch/binary.ts'
import { hasDisplay } from '../../electron/launch/launch.ts'

/** Electron's executable where tests can open its window: the binary is here and there is a display. */
export const testableElectron = (): string | null => (hasDisplay() ? electronBinary() : null)
