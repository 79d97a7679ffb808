import { useState } from 'react'
import type { ApiKey } from '../../../../core/contract/access.ts'
import { parseWireDate } from '../../../../core/fiscal/dates.ts'
import { Button } from '../../../components/Button.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { formatDay } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../words.ts'
import { AdoptDialog, keyText, MintDialog, NewKeyDialog, RevokeDialog } from './KeyDialogs.tsx'

/** Keys of this profile: who holds one works in it, and nowhere else. */
export function Keys() {
  const t = useWords(words)
  const { profile } = useHere()
  const { data, error } = useCall('apiKey.list', {})
  const [made, setMade] = useState<string | null>(null)
  const [asked, setAsked] = useState<ApiKey | 'mint' | 'adopt' | null>(null)
  const close = () => setAsked(null)
  return (
    <section className="settings-keys" aria-labelledby="settings-keys">
      <h3 id="settings-keys">{t('software.keys', { name: profile.name })}</h3>
      <p>{t(`software.opens.${profile.environment}`, { name: profile.name })}</p>
      <FailureNote error={error} />
      {data?.keys.length === 0 && <p>{t('software.none')}</p>}
      <ul>
        {data?.keys.map((key) => (
          <Key key={key.id} apiKey={key} onRevoke={() => setAsked(key)} />
        ))}
      </ul>
      <div className="settings-amounts">
        <Button icon="plus" onPress={() => setAsked('mint')}>
          {t('software.mint')}
        </Button>
        <Button onPress={() => setAsked('adopt')}>{t('software.adopt')}</Button>
      </div>
      {asked === 'mint' && (
        <MintDialog
          onMade={(key) => {
            setMade(key)
            close()
          }}
          onClose={close}
        />
      )}
      {made !== null && <NewKeyDialog text={made} onClose={() => setMade(null)} />}
      {asked === 'adopt' && <AdoptDialog onClose={close} />}
      {asked !== null && typeof asked !== 'string' && <RevokeDialog apiKey={asked} onClose={close} />}
    </section>
  )
}

function Key({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const t = useWords(words)
  const { name, lastFour, createdAt, lastUsedOn, revokedAt } = apiKey
  const used = lastUsedOn === null ? null : parseWireDate(lastUsedOn)
  return (
    <li>
      <code>…{lastFour}</code>
      <span>
        {name && <b>{name}</b>}
        <span>{t('software.made', { day: formatDay(createdAt) })}</span>
        <small>{used === null ? t('software.unused') : t('software.used', { day: formatDay(used) })}</small>
      </span>
      {revokedAt === null ? (
        <Button label={t('software.revokeLabel', { key: keyText(apiKey) })} onPress={onRevoke}>
          {t('software.revoke')}
        </Button>
      ) : (
        <Chip sign="–">{t('software.revoked', { day: formatDay(revokedAt) })}</Chip>
      )}
    </li>
  )
}
