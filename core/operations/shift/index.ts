import { addCash } from './addCash.ts'
import { closeAShift } from './close.ts'
import { findShifts } from './find.ts'
import { findCash } from './findCash.ts'
import { getShift } from './get.ts'
import { listShifts } from './list.ts'
import { lookAtShift } from './look.ts'
import { openAShift } from './open.ts'
import { printShift } from './print.ts'
import { reviewShift } from './review.ts'
import { shiftState } from './state.ts'

export const shiftHandlers = {
  'shift.state': shiftState,
  'shift.open': openAShift,
  'shift.get': getShift,
  'shift.addCash': addCash,
  'shift.close': closeAShift,
  'shift.review': reviewShift,
  'shift.list': listShifts,
  'shift.print': printShift,
  'shift.find': findShifts,
  'shift.look': lookAtShift,
  'shift.findCash': findCash,
}
