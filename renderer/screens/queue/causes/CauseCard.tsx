import { useId, useState } from 'react'
import type { Cause } from '../../../../core/contract/queue.ts'
import { Button } from '../../../components/Button.tsx'
import { Menu } from '../../../components/Menu.tsx'
import { useWords } from '../../../i18n/index.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { useNow } from '../../../window/useNow.ts'
import { softwareText } from '../explain.ts'
import { WithdrawDialog } from '../WithdrawDialog.tsx'
import { words } from '../words.ts'
import { causeTitle } from './causeText.ts'
import { documentLine } from './documentLine.ts'
import { Solve } from './Solve.tsx'

/** Documents that the line of a card names. */
const named = 6

/** One cause: what is wrong, its documents, and the one button that solves it for all of them. */
export function CauseCard({ cause }: { cause: Cause }) {
  const t = useWords(words)
  const { may } = useHere()
  const title = useId()
  const [open, setOpen] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const { documents, held, software, kind } = cause
  const isRejected = kind !== 'enterSignature' && kind !== 'setAside'
  return (
    <article className="queue-cause" aria-labelledby={title}>
      <h3 id={title}>
        <span aria-hidden="true">✕</span> {causeTitle(cause, t)}
      </h3>
      {software !== null && <p>{softwareText(software, t)}</p>}
      <Documents cause={cause} open={open} />
      {held > 0 && <p>{t('causes.held', { count: held })}</p>}
      {software === null && !may('manager') && <p>{t('causes.manager')}</p>}
      <div className="queue-cause-acts">
        {software === null && may('manager') && <Solve cause={cause} />}
        <Button variant="quiet" onPress={() => setOpen(!open)}>
          {t(open ? 'causes.hideDetails' : 'causes.details')}
        </Button>
        {may('manager') && isRejected && (
          <Menu
            label={t('causes.more')}
            items={[
              {
                id: 'cancel',
                label: t('causes.cancel', { count: documents.length }),
                run: () => setWithdrawing(true),
              },
            ]}
          />
        )}
      </div>
      {withdrawing && <WithdrawDialog rows={documents} onClose={() => setWithdrawing(false)} />}
    </article>
  )
}

function Documents({ cause: { documents, count, said }, open }: { cause: Cause; open: boolean }) {
  const t = useWords(words)
  const now = useNow(15_000)
  if (!open) {
    const more = count - Math.min(named, documents.length)
    return (
      <p className="queue-cause-line">
        {documents.slice(0, named).map((document) => (
          <span key={document.id}>{documentLine(document, t, now)}</span>
        ))}
        {more > 0 && <span>{t('causes.moreDocuments', { count: more })}</span>}
      </p>
    )
  }
  return (
    <>
      {said.text !== '' && (
        <p>
          {t('causes.said', { text: said.text })} <small>{t('details.code', { code: said.code })}</small>
        </p>
      )}
      <ul className="queue-cause-documents">
        {documents.map((document) => (
          <li key={document.id}>
            <Button wide onPress={() => navigate('queue', { document: String(document.id) })}>
              {`${documentLine(document, t, now)} · ${document.by}`}
            </Button>
          </li>
        ))}
      </ul>
      {count > documents.length && <p>{t('causes.moreDocuments', { count: count - documents.length })}</p>}
    </>
  )
}
