import { Button } from '../../components/Button.tsx'
import { notify } from '../../components/notices.ts'
import { explain, failureCode } from '../../i18n/errors.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

/** Skips the wait before the next attempt. */
export function SendNow() {
  const t = useWords(words)
  const tryNow = useAct('queue.tryNow')
  const run = () =>
    tryNow.mutate(
      {},
      {
        onSuccess: ({ waiting }) =>
          notify({
            tone: 'ok',
            text: waiting === 0 ? t('done.nothingToTry') : t('done.trying', { count: waiting }),
          }),
        onError: ({ failure }) => notify({ tone: 'bad', text: explain(failure), code: failureCode(failure) }),
      },
    )
  useKeys([{ key: 'F9', label: t('action.tryNow'), run, enabled: !tryNow.isPending }])
  return (
    <Button keyCap="F9" pending={tryNow.isPending} onPress={run}>
      {t('action.tryNow')}
    </Button>
  )
}
