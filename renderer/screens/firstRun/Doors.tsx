import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useLanguage, useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { words } from './words.ts'

/** The ways to begin. */
export function Doors({ onConnect, onRestore }: { onConnect: () => void; onRestore: () => void }) {
  const t = useWords(words)
  const language = useLanguage()
  const tryItNow = useAct('workspace.tryItNow')
  return (
    <div className="doors">
      <h1>{t('welcome')}</h1>
      <FailureNote error={tryItNow.error} />
      <div className="doors-all">
        <section className="door">
          <Icon name="sell" size={34} />
          <h2>{t('tryTitle')}</h2>
          <p>{t('tryText')}</p>
          <Button
            variant="primary"
            size={56}
            wide
            pending={tryItNow.isPending}
            onPress={() => {
              navigate('sell')
              tryItNow.mutate({ language })
            }}
          >
            {t('tryAct')}
          </Button>
        </section>
        <section className="door">
          <Icon name="stock" size={34} />
          <h2>{t('connectTitle')}</h2>
          <p>{t('connectText')}</p>
          <Button size={56} wide disabled={tryItNow.isPending} onPress={onConnect}>
            {t('connectAct')}
          </Button>
        </section>
        <section className="door">
          <Icon name="undo" size={34} />
          <h2>{t('restoreTitle')}</h2>
          <p>{t('restoreText')}</p>
          <Button size={56} wide disabled={tryItNow.isPending} onPress={onRestore}>
            {t('restoreAct')}
          </Button>
        </section>
      </div>
    </div>
  )
}
