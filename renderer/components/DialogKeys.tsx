import { type KeyBinding, useKeys } from '../input/keys.ts'

/** Put it inside a dialog, whose layer gets the keys: the component that draws the dialog is on the layer below. */
export function DialogKeys({ keys }: { keys: readonly KeyBinding[] }) {
  useKeys(keys)
  return null
}
