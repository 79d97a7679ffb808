/** Describes the events of `GET /events` for the API documents (an extension: `spec 6` has none). */
import type { ProfileEvent } from '../contract/events.ts'

/** Every kind that other software receives. Changes of the workspace go to windows only. */
type PublicEvent =
  | Exclude<
      ProfileEvent['type'],
      'printer.changed' | 'update.changed' | 'hub.changed' | 'workspace.changed' | 'session.changed'
    >
  | 'missed'

const ofInvoice = ['invoiceId', 'invcNo']

/** The members of an event beside `type`, and its meaning. */
export const eventTable: Record<PublicEvent, { members: string[]; when: string }> = {
  'invoice.changed': {
    members: ofInvoice,
    when: 'a sale or credit note was created, or its state changed: `GET /sales/{invcNo}`',
  },
  'invoice.signed': {
    members: ofInvoice,
    when: 'its signature has arrived: `GET /sales/{invcNo}`',
  },
  'queue.changed': { members: [], when: 'the queue: `GET /queue`' },
  'item.changed': { members: [], when: 'items, or their codes at the authority: `GET /items`' },
  'stock.changed': { members: [], when: 'the stock on hand: `GET /stock/movements`' },
  'customer.changed': {
    members: [],
    when: 'customers stored here, or what they owe: `GET /customers/{pin}`, `/accounts`',
  },
  'count.changed': { members: [], when: 'a count of the stock began, went on or ended at the till' },
  'purchase.changed': {
    members: [],
    when: 'invoices of suppliers, or entries of customs, were fetched or decided at the till: `GET /purchases`',
  },
  'transfer.changed': {
    members: [],
    when: 'goods of other branches were fetched, sent, received or dismissed at the till',
  },
  'order.changed': { members: [], when: 'goods were ordered from a supplier at the till, or an order ended' },
  'status.changed': {
    members: [],
    when: 'the device, the connection to the authority or the disk: `GET /status`',
  },
  'settings.changed': {
    members: [],
    when: 'settings of the till, or reference data: `GET /codes`, `/notices`, `/branches`',
  },
  'shift.changed': {
    members: [],
    when: 'a shift was opened or closed, or cash moved: `GET /shifts`, `/cash-movements`',
  },
  'unofficial.changed': {
    members: [],
    when: 'a proforma or a training paper was made: `GET /shifts/{number}`',
  },
  'printJob.changed': {
    members: [],
    when: 'a paper for a printer at the till was made, or its state changed',
  },
  missed: {
    members: [],
    when: 'you reconnect with `Last-Event-ID`: events may have been missed, so query what you need',
  },
}
