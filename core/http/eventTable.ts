/** Describes the events of `GET /events` for the API documents (an extension: `spec 6` has none). */
import type { ProfileEvent } from '../contract/events.ts'

/** Every kind that other software receives. Changes of the workspace go to windows only. */
type PublicEvent = Exclude<ProfileEvent['type'], 'workspace.changed' | 'session.changed'> | 'missed'

const ofInvoice = ['invoiceId', 'invcNo']

/** The members of an event beside `type`, and its meaning. */
export const eventTable: Record<PublicEvent, { members: string[]; when: string }> = {
  'invoice.changed': {
    members: ofInvoice,
    when: 'a sale or credit note was made, or its state is another: `GET /sales/{invcNo}`',
  },
  'invoice.signed': {
    members: ofInvoice,
    when: 'its signature is here: `GET /sales/{invcNo}`',
  },
  'queue.changed': { members: [], when: 'what is owed to the authority: `GET /queue`' },
  'item.changed': { members: [], when: 'items, or their codes at the authority: `GET /items`' },
  'stock.changed': { members: [], when: 'what is on the shelf: `GET /stock/movements`' },
  'customer.changed': { members: [], when: 'customers kept here: `GET /customers/{pin}`' },
  'status.changed': {
    members: [],
    when: 'the device, the line to the authority or the disk: `GET /status`',
  },
  'settings.changed': {
    members: [],
    when: 'settings of the till, or what was pulled: `GET /codes`, `/notices`, `/branches`',
  },
  missed: {
    members: [],
    when: 'you come back with `Last-Event-ID`: there may have been others meanwhile, so ask for all you want to know',
  },
}
