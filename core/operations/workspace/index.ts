import { createOwner } from './createOwner.ts'
import { setLanguage } from './setLanguage.ts'
import { setLockAfter } from './setLockAfter.ts'
import { workspaceState } from './state.ts'
import { tryItNow } from './tryItNow.ts'

export const workspaceHandlers = {
  'workspace.state': workspaceState,
  'workspace.tryItNow': tryItNow,
  'workspace.createOwner': createOwner,
  'workspace.setLanguage': setLanguage,
  'workspace.setLockAfter': setLockAfter,
}
