import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from './Button.tsx'

/** Asks once more for what could not be shown. */
export function Retry({ onPress }: { onPress: () => void }) {
  const t = useWords(common)
  return <Button onPress={onPress}>{t('acts.retry')}</Button>
}
