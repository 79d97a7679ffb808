/** Every table of the specification, with a practice authority of the gateway dialect behind. */
import { describeEndpoints } from './support/run.ts'

describeEndpoints('gateway')
