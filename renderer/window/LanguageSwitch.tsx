import { Button as AriaButton } from 'react-aria-components/Button'
import { common } from '../i18n/common.ts'
import { setLanguage, useLanguage, useWords } from '../i18n/index.ts'
import { useAct } from '../queries/calls.ts'

/**
 * English or Kiswahili, at once and for the whole till; `keep` false: for this window alone, as at the lock screen, where
 * nobody may choose for the others. Its words are in the language it leads to.
 */
export function LanguageSwitch({ keep = true }: { keep?: boolean }) {
  const t = useWords(common)
  const language = useLanguage()
  const save = useAct('workspace.setLanguage')
  const other = language === 'en' ? 'sw' : 'en'
  return (
    <AriaButton
      className="bar-button"
      aria-label={`EN / SW: ${t('frame.language')}`}
      onPress={() => {
        setLanguage(other)
        if (keep) save.mutate({ language: other })
      }}
    >
      <span>
        <span data-chosen={language === 'en'}>EN</span> / <span data-chosen={language === 'sw'}>SW</span>
      </span>
    </AriaButton>
  )
}
