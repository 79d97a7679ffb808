import { recordExport } from './record.ts'

export const exportHandlers = {
  'export.record': recordExport,
}
