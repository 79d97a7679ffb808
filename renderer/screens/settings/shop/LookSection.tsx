import { Pills } from '../../../components/Pills.tsx'
import { common } from '../../../i18n/common.ts'
import { setLanguage, useLanguage, useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { chooseTheme, useThemeChoice } from '../../../window/theme.ts'
import { words } from '../words.ts'

export function LookSection() {
  const t = useWords(words)
  const tCommon = useWords(common)
  const language = useLanguage()
  const theme = useThemeChoice()
  const keepLanguage = useAct('workspace.setLanguage')
  return (
    <div className="settings-fields">
      <div className="settings-choice">
        <span className="field-label">{t('look.language')}</span>
        <Pills
          label={t('look.language')}
          value={language}
          onChange={(next) => {
            setLanguage(next)
            keepLanguage.mutate({ language: next })
          }}
          pills={[
            { id: 'en', label: 'English' },
            { id: 'sw', label: 'Kiswahili' },
          ]}
        />
        <p>{t('look.languageText')}</p>
      </div>
      <div className="settings-choice">
        <span className="field-label">{t('look.theme')}</span>
        <Pills
          label={t('look.theme')}
          value={theme}
          onChange={chooseTheme}
          pills={(['system', 'light', 'dark'] as const).map((id) => ({ id, label: tCommon(`theme.${id}`) }))}
        />
        <p>{t('look.themeText')}</p>
      </div>
    </div>
  )
}
