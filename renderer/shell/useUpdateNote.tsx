import { Button } from '../components/Button.tsx'
import type { BarNote } from '../components/Note.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useCall } from '../queries/calls.ts'
import { navigate } from '../window/navigation.ts'
import { useHere } from '../window/session.ts'

/** Tells managers that a new version waits for them. */
export function useUpdateNote(): BarNote[] {
  const t = useWords(common)
  const { may } = useHere()
  const { data } = useCall('update.get', {}, { enabled: may('manager') })
  if (data?.step !== 'ready') return []
  return [
    {
      key: 'update',
      tone: 'ok',
      title: t('update.ready', { version: data.next ?? '' }),
      children: t('update.todo'),
      acts: (
        <Button onPress={() => navigate('settings', { section: 'update' })}>{t('screens.settings')}</Button>
      ),
    },
  ]
}
