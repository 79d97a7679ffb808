import { isAbsolute } from 'node:path'
import { fail, ok } from '../../contract/errors.ts'
import { createFolder } from '../../disk/folders.ts'
import type { Handler } from '../shared/handler.ts'

export const makeFolderAt: Handler<'folder.create'> = async ({ parent, name }) => {
  const path = isAbsolute(parent) ? await createFolder(parent, name).catch(() => null) : null
  if (path !== null) return ok({ path })
  return fail(
    '003',
    'folder.notCreated',
    `The folder ${name} could not be created here. Choose another name.`,
    {
      field: 'name',
      params: { name },
    },
  )
}
