import { authorOf } from '../../access/actor.ts'
import { tenderOf } from '../../fiscal/shopTenders.ts'
import type { ProfileContext } from '../context.ts'

/**
 * Opens the cash drawer once, if a printer has one. Call it in the transaction that stores the act: a sale writes once.
 * The print job records it; one that cannot open at once never opens.
 */
export const openDrawer = ({ profile, actor }: ProfileContext): void => {
  const printer = profile.printers.withDrawer()
  if (printer) profile.spooler.pulse(printer, authorOf(actor).name)
}

/** As {@link openDrawer}, if one of the tenders opens it by the shop's list. */
export const openDrawerFor = (
  context: ProfileContext,
  tenders: readonly { method: string; tender_id?: string | null | undefined }[],
): void => {
  const list = context.profile.settings().tenders
  const opens = tenders.some(
    ({ method, tender_id }) => tenderOf(list, { method, tenderId: tender_id ?? undefined })?.opensDrawer,
  )
  if (opens) openDrawer(context)
}
