import { askUpdate, getUpdate, installUpdate, setUpdateAddress, startWithComputer } from './update.ts'

export const updateHandlers = {
  'update.get': getUpdate,
  'update.setAddress': setUpdateAddress,
  'update.ask': askUpdate,
  'update.install': installUpdate,
  'update.startWithComputer': startWithComputer,
}
