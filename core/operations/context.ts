/** The context of a handler. */
import type { RestControl } from '../access/restAccess.ts'
import type { ThisComputerControl } from '../link/thisComputer.ts'
import type { CallContext, ShopContext } from '../shop/context.ts'
import type { UpdateControl } from '../update/updates.ts'
import type { Workspace } from '../workspace/workspace.ts'

export interface Context extends CallContext {
  workspace: Workspace
  version: string
  /** The REST interface. */
  rest: RestControl
  updates: UpdateControl
  /** The hub on this computer. */
  hub: ThisComputerControl
}

/** The context of an operation that needs an open profile. */
export interface ProfileContext extends Context, ShopContext {}
