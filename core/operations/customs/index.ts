import { approveEntry, rejectEntry } from './decide.ts'
import { fetchEntries, getEntry, listEntries } from './list.ts'

export const customsHandlers = {
  'customs.list': listEntries,
  'customs.fetch': fetchEntries,
  'customs.get': getEntry,
  'customs.approve': approveEntry,
  'customs.reject': rejectEntry,
}
