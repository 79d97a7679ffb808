import { Note } from '../components/Note.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'

/** Why what was scanned or found is not on the list. */
export type Trouble = { kind: 'service'; name: string } | { kind: 'unknown'; code: string }

export function GoodsTrouble({ trouble }: { trouble: Trouble | null }) {
  const t = useWords(common)
  if (!trouble) return null
  const title =
    trouble.kind === 'service'
      ? t('goods.service', { name: trouble.name })
      : t('goods.unknown', { code: trouble.code })
  return <Note tone="bad" title={title} />
}
