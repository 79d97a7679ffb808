import { useKeys } from '../../input/keys.ts'

/** Inside the dialog, whose layer gets the keys. */
export function SaveKey({ label, run }: { label: string; run: () => void }) {
  useKeys([{ key: 'F9', label, run }])
  return null
}
