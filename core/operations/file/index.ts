import { copyFile } from './copy.ts'
import { openFile } from './open.ts'

export const fileHandlers = {
  'file.open': openFile,
  'file.copy': copyFile,
}
