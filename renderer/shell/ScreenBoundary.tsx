import { Component, type ReactNode } from 'react'
import { linkState } from '../bridge/link.ts'
import { Button } from '../components/Button.tsx'
import { Empty } from '../components/Empty.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'

interface Props {
  children: ReactNode
}

/** A screen that throws gives its place to a way on; the rest of the till stays. (React has this for classes only.) */
export class ScreenBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  /** A file that the browser could not fetch comes only with a new page. */
  goOn = () => {
    if (linkState() === 'up') location.reload()
    else this.setState({ crashed: false })
  }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return <Crashed onGoOn={this.goOn} />
  }
}

function Crashed({ onGoOn }: { onGoOn: () => void }) {
  const t = useWords(common)
  return (
    <Empty
      title={t('host.crashedTitle')}
      acts={
        <Button variant="primary" size={48} onPress={onGoOn}>
          {t('host.crashedAct')}
        </Button>
      }
    >
      {t('host.crashed')}
    </Empty>
  )
}
