import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ScreenSession } from '../../../../core/contract/hub/screens.ts'
import { inBackground } from '../../../bridge/background.ts'
import { linkState, onLinkState, setLinkState } from '../../../bridge/link.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { Notices } from '../../../components/Notices.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { common } from '../../../i18n/common.ts'
import { type Language, setLanguage, useLanguage, useWords } from '../../../i18n/index.ts'
import { setTillOffset } from '../../../i18n/tillTime.ts'
import { listenForKeys } from '../../../input/keys.ts'
import { type CallFailed, ShownContext } from '../../../queries/calls.ts'
import { queryClient } from '../../../queries/client.ts'
import { DayDialog } from '../DayDialog.tsx'
import { OffersPart } from '../OffersPart.tsx'
import { Tills } from '../Tills.tsx'
import { words } from '../words.ts'
import { SignIn } from './SignIn.tsx'
import { presentSession, signOut } from './session.ts'
import '../hub.css'
import './page.css'

/** A hub that does not answer is asked again; milliseconds. */
const knockMs = 2_000

const languageKey = 'language'
const firstLanguage = (): Language => {
  const kept = localStorage.getItem(languageKey) ?? navigator.language
  return kept.startsWith('sw') ? 'sw' : 'en'
}
setLanguage(firstLanguage())

const sessionKey = ['screens.session']
const keepSession = (session: ScreenSession | null): void => {
  if (session) setTillOffset(session.now - Date.now())
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  setLinkState('up')
  queryClient.setQueryData(sessionKey, session)
}

/** The screens of the hub for an owner at a browser: sign in, then the branch. */
export function HubPage() {
  const t = useWords(words)
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => listenForKeys(), [])

  const link = useSyncExternalStore(onLinkState, linkState)
  const { data: session, error } = useQuery<ScreenSession | null, CallFailed>({
    queryKey: sessionKey,
    queryFn: presentSession,
  })
  useEffect(() => {
    if (session) setTillOffset(session.now - Date.now())
  }, [session])
  // The session ended elsewhere: by its time, a new password, or the end of the person's rights.
  useEffect(() => {
    if (link === 'refused') keepSession(null)
    if (link !== 'gone') return
    const knock = () => inBackground(presentSession().then(keepSession, () => undefined))
    const timer = setInterval(knock, knockMs)
    return () => clearInterval(timer)
  }, [link])

  return (
    <div className="hub-page">
      <PageHead session={session ?? null} />
      <main>
        {link === 'gone' ? (
          <Note tone="bad" title={t('page.silent')}>
            {t('page.silentTodo')}
          </Note>
        ) : (
          <>
            <FailureNote error={error} />
            {session === null && <SignIn onSignedIn={keepSession} />}
            {session && <Branches session={session} />}
          </>
        )}
      </main>
    </div>
  )
}

function PageHead({ session }: { session: ScreenSession | null }) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const language = useLanguage()
  const other = language === 'en' ? 'sw' : 'en'
  const leave = useMutation<void, CallFailed>({
    mutationFn: signOut,
    onSuccess: () => keepSession(null),
  })
  return (
    <header className="hub-page-head">
      <h1>{t('page.title')}</h1>
      <span className="hub-page-person">{session?.name}</span>
      <Button
        variant="quiet"
        label={`${other.toUpperCase()}: ${tCommon('frame.language')}`}
        onPress={() => {
          localStorage.setItem(languageKey, other)
          setLanguage(other)
        }}
      >
        {other.toUpperCase()}
      </Button>
      {session && (
        <Button pending={leave.isPending} onPress={() => leave.mutate()}>
          {t('page.signOut')}
        </Button>
      )}
      <FailureNote error={leave.error} />
      <Notices />
    </header>
  )
}

/** A call names the branch that is shown, as that of a till names its profile. */
function Branches({ session: { branches } }: { session: ScreenSession }) {
  const t = useWords(words)
  const [chosen, setChosen] = useState<string | null>(null)
  const [showsDay, setShowsDay] = useState(false)
  const branch = chosen ?? branches[0] ?? null
  const shown = useMemo(() => ({ profile: branch, person: null }), [branch])
  if (branch === null) return <p className="hub-soft">{t('page.noBranch')}</p>
  return (
    <ShownContext value={shown}>
      <h2 className={branches.length > 1 ? 'visually-hidden' : ''}>{t('page.branch', { code: branch })}</h2>
      {branches.length > 1 && (
        <Pills
          label={t('link.branch')}
          pills={branches.map((code) => ({ id: code, label: t('page.branch', { code }) }))}
          value={branch}
          onChange={setChosen}
        />
      )}
      <div className="hub-parts" key={branch}>
        <Tills isOwner onDay={() => setShowsDay(true)} />
        <OffersPart isOwner />
      </div>
      {showsDay && <DayDialog savesPdf={false} onClose={() => setShowsDay(false)} />}
    </ShownContext>
  )
}
