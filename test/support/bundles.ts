/** Once before all of Vitest's tests: the bundles that their processes run. */
export { bundleTill as setup } from './tillBundle.ts'
