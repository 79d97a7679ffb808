import { giveBarcodes } from './giveBarcodes.ts'
import { previewLabel, printLabels } from './print.ts'
import { proposeLabels } from './propose.ts'

export const labelHandlers = {
  'label.propose': proposeLabels,
  'label.preview': previewLabel,
  'label.print': printLabels,
  'label.giveBarcodes': giveBarcodes,
}
