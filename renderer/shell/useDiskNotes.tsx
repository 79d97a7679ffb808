import { Button } from '../components/Button.tsx'
import type { BarNote } from '../components/Note.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useCall } from '../queries/calls.ts'
import { navigate } from '../window/navigation.ts'
import { SaveElsewhere } from '../window/SaveElsewhere.tsx'
import { useHere } from '../window/session.ts'

const megabyte = 1_000_000

const todo = {
  low: 'lowTodo',
  stopped: 'freeTodo',
  full: 'freeTodo',
  readOnly: 'readOnlyTodo',
  broken: 'brokenTodo',
  damaged: 'damagedTodo',
  gone: 'goneTodo',
} as const

/** The problem of the disk and its remedy, while the problem lasts. */
export function useDiskNotes(): BarNote[] {
  const t = useWords(common)
  const { may } = useHere()
  const { data: status } = useCall('status.get', {})
  if (!status) return []
  const { disk, backupTrouble } = status
  const { word, folder } = disk
  if (word !== 'ok') {
    const values = {
      folder,
      free: Math.floor((disk.freeBytes ?? 0) / megabyte),
      more: Math.ceil(disk.toFreeBytes / megabyte),
    }
    return [
      {
        key: 'disk',
        tone: word === 'low' ? 'wait' : 'bad',
        title: t(`disk.${word}`, values),
        children: t(`disk.${todo[word]}`, values),
        acts: word === 'gone' && may('manager') && <SaveElsewhere />,
      },
    ]
  }
  if (backupTrouble === null) return []
  return [
    {
      key: 'backup',
      tone: 'wait',
      title: t(backupTrouble === 'own' ? 'disk.backupOwn' : 'disk.backupSecond'),
      children: t('disk.backupTodo'),
      acts: (
        <Button onPress={() => navigate('settings', { section: 'backup' })}>{t('screens.settings')}</Button>
      ),
    },
  ]
}
