/** Every table of the specification, with a practice authority of the legacy dialect behind. */
import { describeEndpoints } from './support/run.ts'

describeEndpoints('legacy')
