import { Button } from '../../components/Button.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { words } from './words.ts'

/** Opens the page for goods without an invoice; a manager's. */
export function EnterButton() {
  const t = useWords(words)
  const mayEnter = useHere().may('manager')
  const enter = () => navigate('purchases', { enter: 'new' })
  useKeys([{ key: 'F4', label: t('byHand'), run: enter, enabled: mayEnter }])
  return (
    mayEnter && (
      <Button variant="primary" icon="plus" keyCap="F4" onPress={enter}>
        {t('byHand')}
      </Button>
    )
  )
}
