import { endOrder } from './end.ts'
import { getOrder, listOrders } from './list.ts'
import { makeOrder } from './make.ts'
import { printOrder } from './print.ts'
import { setLeadDays } from './setLeadDays.ts'
import { suggestOrders } from './suggest.ts'

export const orderHandlers = {
  'order.suggest': suggestOrders,
  'order.setLeadDays': setLeadDays,
  'order.make': makeOrder,
  'order.list': listOrders,
  'order.get': getOrder,
  'order.end': endOrder,
  'order.print': printOrder,
}
