import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Note } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { navigate } from '../../window/navigation.ts'
import { words } from './words.ts'

const tones = { registered: 'ok', waiting: 'wait', refused: 'bad' } as const

/** The item's registration at the authority, with the authority's own words if it refused the item. */
export function RegistrationNote({ known: { item, refusal } }: { known: OutputOf<'item.get'> }) {
  const t = useWords(words)
  const { registration } = item
  if (registration !== 'refused' || !refusal) {
    return <Note tone={tones[registration]} title={t(`registration.${registration}Text`)} />
  }
  return (
    <Note
      tone="bad"
      title={t('registration.refusedText')}
      acts={
        <Button onPress={() => navigate('queue', { document: String(refusal.submissionId) })}>
          {t('registration.seeQueue')}
        </Button>
      }
    >
      “{refusal.text}” <small>{refusal.code}</small> {t('registration.refusedCorrect')}
    </Note>
  )
}
