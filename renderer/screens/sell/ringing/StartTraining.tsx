import { Menu } from '../../../components/Menu.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { tellFailure } from '../../../window/faults.ts'
import { useHere } from '../../../window/session.ts'
import { useRight } from '../../../window/useRight.ts'
import { forgetTraining } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'

/** The seldom acts of the screen. In training the bar has the way out. */
export function StartTraining() {
  const t = useWords(words)
  const { profile, training } = useHere()
  const right = useRight()
  const start = useAct('training.start')
  if (training || right('training') === 'no') return null
  function run() {
    forgetTraining(profile.id)
    start.mutate({}, { onError: tellFailure })
  }
  return <Menu label={t('more')} items={[{ id: 'training', label: t('training.start'), run }]} />
}
