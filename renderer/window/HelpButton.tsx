import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon } from '../components/Icon.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { openHelp } from './help.ts'

/** Opens the guide by touch, as F1 does by key. */
export function HelpButton() {
  const t = useWords(common)
  return (
    <AriaButton className="bar-button" aria-label={t('frame.help')} onPress={openHelp}>
      <Icon name="help" />
    </AriaButton>
  )
}
