import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { words } from './words.ts'

/** Where an owner opens the hub's screens on a phone or another computer, and with which name. */
export function ScreensPart() {
  const t = useWords(words)
  const { data, error } = useCall('hub.screens', {})
  const [isSetting, setIsSetting] = useState(false)
  return (
    <section className="hub-part" aria-labelledby="hub-screens">
      <h3 id="hub-screens">{t('screens.title')}</h3>
      <p className="hub-soft">{t('screens.text')}</p>
      <FailureNote error={error} />
      {data?.addresses.length === 0 && <p>{t('screens.none')}</p>}
      {data && data.addresses.length > 0 && (
        <>
          <dl className="hub-shown">
            <dt>{t('screens.address')}</dt>
            {data.addresses.map((address) => (
              <dd key={address}>{address}</dd>
            ))}
            <dt>{t('screens.fingerprint')}</dt>
            <dd className="hub-fingerprint">{data.fingerprint}</dd>
            <dt>{t('screens.names')}</dt>
            <dd>{data.names.length === 0 ? t('screens.nobody') : data.names.join(', ')}</dd>
          </dl>
          <div className="hub-acts">
            <Button onPress={() => setIsSetting(true)}>{t('screens.set')}</Button>
          </div>
        </>
      )}
      {isSetting && <PasswordDialog onClose={() => setIsSetting(false)} />}
    </section>
  )
}
