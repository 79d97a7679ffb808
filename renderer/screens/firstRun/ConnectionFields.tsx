import { useState } from 'react'
import type { Failure } from '../../../core/contract/errors.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import type { Profile } from '../../../core/contract/workspace.ts'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Pills } from '../../components/Pills.tsx'
import { TextField } from '../../components/TextField.tsx'
import { explain } from '../../i18n/errors.ts'
import { useWords } from '../../i18n/index.ts'
import type { CallFailed } from '../../queries/calls.ts'
import { words } from './words.ts'
import './FirstRunScreen.css'

type Connection = InputOf<'profile.create'>

const blank = {
  name: '',
  taxpayerPin: '',
  branchId: '00',
  deviceSerial: '',
  authorityUrl: '',
  tokenUrl: '',
  consumerKey: '',
  consumerSecret: '',
  apigeeAppId: '',
}

type TextName = keyof typeof blank

/** What is known of a profile already; of its keys nothing is. */
const textsOf = ({ gateway, ...profile }: Profile): typeof blank => ({
  ...blank,
  ...gateway,
  name: profile.name,
  taxpayerPin: profile.taxpayerPin,
  branchId: profile.branchId,
  deviceSerial: profile.deviceSerial,
  authorityUrl: profile.authorityUrl,
})

/**
 * What the authority approved for this till, as it is typed; `input` is null until nothing is missing. `profile`: the one
 * whose connection is put right, absent for a new one.
 */
export function useConnectionForm(profile?: Profile) {
  const [environment, setEnvironment] = useState<Connection['environment']>('sandbox')
  const [dialect, setDialect] = useState<NonNullable<Connection['dialect']>>(profile?.dialect ?? 'legacy')
  const [texts, setTexts] = useState(profile ? textsOf(profile) : blank)
  const keysKept = Boolean(profile?.gateway)
  const { name, taxpayerPin, branchId, deviceSerial, authorityUrl, ...gateway } = texts
  const needed = [name, taxpayerPin, branchId, deviceSerial, authorityUrl]
  if (dialect === 'gateway') {
    needed.push(gateway.tokenUrl, gateway.apigeeAppId)
    if (!keysKept) needed.push(gateway.consumerKey, gateway.consumerSecret)
  }
  const plain = { name, environment, dialect, taxpayerPin, branchId, deviceSerial, authorityUrl }
  const complete = needed.every((text) => text.trim() !== '')
  const input: Connection | null = complete ? (dialect === 'gateway' ? { ...plain, gateway } : plain) : null
  return { profile, environment, setEnvironment, dialect, setDialect, texts, setTexts, keysKept, input }
}

/** The hint says already what the answer must look like. */
const whatIsWrong = (failure: Failure, hint: string | undefined): string =>
  failure.reason === 'input.invalid' && hint !== undefined ? hint : explain(failure)

interface ConnectionFieldsProps {
  form: ReturnType<typeof useConnectionForm>
  failed: CallFailed | null
}

/** Each question says what its answer means. */
export function ConnectionFields({ form, failed }: ConnectionFieldsProps) {
  const t = useWords(words)
  const { profile, environment, setEnvironment, dialect, setDialect, texts, setTexts, keysKept } = form
  const known = profile?.deviceReady ?? false
  const keyHint = keysKept ? t('shop.keyKept') : undefined
  const field = (key: TextName, label: string, hint?: string, change = (value: string) => value) => (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={texts[key]}
      onChange={(value) => setTexts({ ...texts, [key]: change(value) })}
      error={failed?.failure.field?.endsWith(key) ? whatIsWrong(failed.failure, hint) : undefined}
    />
  )
  const upper = (value: string) => value.toUpperCase().trim()
  return (
    <>
      {failed?.failure.field === undefined && <FailureNote error={failed} />}
      {!profile && (
        <div className="step-choice">
          <Pills
            label={t('shop.environment')}
            value={environment}
            onChange={setEnvironment}
            pills={[
              { id: 'sandbox', label: t('shop.sandbox') },
              { id: 'production', label: t('shop.production') },
            ]}
          />
          <small>
            {t(environment === 'sandbox' ? 'shop.sandboxMeans' : 'shop.productionMeans')} {t('shop.forLife')}
          </small>
        </div>
      )}
      {known && <p>{t('shop.known')}</p>}
      <div className="step-fields">
        {field('name', t('shop.name'), t('shop.nameHint'))}
        {!known && (
          <>
            {field('taxpayerPin', t('shop.taxPin'), t('shop.taxPinHint'), upper)}
            {field('branchId', t('shop.branch'), t('shop.branchHint'), upper)}
            {field('deviceSerial', t('shop.serial'), t('shop.serialHint'))}
          </>
        )}
        {field('authorityUrl', t('shop.address'), t('shop.addressHint'))}
      </div>
      {!known && (
        <div className="step-choice">
          <Pills
            label={t('shop.dialect')}
            value={dialect}
            onChange={setDialect}
            pills={[
              { id: 'legacy', label: t('shop.legacy') },
              { id: 'gateway', label: t('shop.gateway') },
            ]}
          />
          <small>{t(dialect === 'legacy' ? 'shop.legacyMeans' : 'shop.gatewayMeans')}</small>
        </div>
      )}
      {dialect === 'gateway' && (
        <div className="step-fields">
          {field('tokenUrl', t('shop.tokenUrl'))}
          {field('apigeeAppId', t('shop.apigeeAppId'))}
          {field('consumerKey', t('shop.consumerKey'), keyHint)}
          {field('consumerSecret', t('shop.consumerSecret'), keyHint)}
        </div>
      )}
    </>
  )
}
