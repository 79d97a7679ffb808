import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { pdfFile } from './pdfFile.ts'

export const openFile: Handler<'file.open'> = async ({ file }, { workspace, ports }) => {
  const found = await pdfFile(workspace.dataDir, file)
  if (!found.ok) return found
  if (await ports.viewer.open(found.data)) return ok({})
  return fail(
    '003',
    'file.noViewer',
    `This computer has no program that opens PDFs. The file is ${found.data}.`,
    {
      field: 'file',
      params: { file: found.data },
    },
  )
}
