import { useState } from 'react'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { useWords } from '../../i18n/index.ts'
import { copyText } from '../../window/copyText.ts'
import { words } from './words.ts'

/** Puts a text where it can be pasted from, and says so. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const t = useWords(words)
  const [done, setDone] = useState<boolean | null>(null)
  return (
    <span className="settings-copy">
      <Button icon="copy" onPress={() => inBackground(copyText(text).then(setDone))}>
        {children}
      </Button>
      <span role="status">{done !== null && t(done ? 'software.copied' : 'software.notCopied')}</span>
    </span>
  )
}
