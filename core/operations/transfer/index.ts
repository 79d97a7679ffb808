import { fetchArrivals, getArrival, listArrivals } from './arrivals.ts'
import { listBranches } from './branches.ts'
import { dismissArrival, takeUpArrival } from './dismiss.ts'
import { getTransfer, listTransfers } from './list.ts'
import { enterGoods, receiveGoods, sendGoods } from './move.ts'
import { printTransfer } from './print.ts'

export const transferHandlers = {
  'transfer.branches': listBranches,
  'transfer.send': sendGoods,
  'transfer.arrivals': listArrivals,
  'transfer.fetch': fetchArrivals,
  'transfer.arrival': getArrival,
  'transfer.receive': receiveGoods,
  'transfer.enter': enterGoods,
  'transfer.dismiss': dismissArrival,
  'transfer.takeUp': takeUpArrival,
  'transfer.list': listTransfers,
  'transfer.get': getTransfer,
  'transfer.print': printTransfer,
}
