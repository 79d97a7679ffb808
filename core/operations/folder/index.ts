import { makeFolderAt } from './create.ts'
import { listFolders } from './list.ts'

export const folderHandlers = {
  'folder.list': listFolders,
  'folder.create': makeFolderAt,
}
