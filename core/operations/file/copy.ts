import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { pdfFile } from './pdfFile.ts'

export const copyFile: Handler<'file.copy'> = async ({ file }, { workspace, ports }) => {
  const found = await pdfFile(workspace.dataDir, file)
  return found.ok ? ok({ copied: await ports.viewer.copy(found.data) }) : found
}
