import { useState } from 'react'
import type { Failure } from '../../../core/contract/errors.ts'
import type { InputOf } from '../../../core/contract/index.ts'
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

/** What the authority approved for this till, as it is typed; `input` is null until nothing is missing. */
export function useConnectionForm() {
  const [environment, setEnvironment] = useState<Connection['environment']>('sandbox')
  const [dialect, setDialect] = useState<NonNullable<Connection['dialect']>>('legacy')
  const [texts, setTexts] = useState(blank)
  const { name, taxpayerPin, branchId, deviceSerial, authorityUrl, ...gateway } = texts
  const needed = [name, taxpayerPin, branchId, deviceSerial, authorityUrl]
  if (dialect === 'gateway') needed.push(...Object.values(gateway))
  const plain = { name, environment, dialect, taxpayerPin, branchId, deviceSerial, authorityUrl }
  const complete = needed.every((text) => text.trim() !== '')
  const input: Connection | null = complete ? (dialect === 'gateway' ? { ...plain, gateway } : plain) : null
  return { environment, setEnvironment, dialect, setDialect, texts, setTexts, input }
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
  const { environment, setEnvironment, dialect, setDialect, texts, setTexts } = form
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
      <div className="step-fields">
        {field('name', t('shop.name'), t('shop.nameHint'))}
        {field('taxpayerPin', t('shop.taxPin'), t('shop.taxPinHint'), upper)}
        {field('branchId', t('shop.branch'), t('shop.branchHint'), upper)}
        {field('deviceSerial', t('shop.serial'), t('shop.serialHint'))}
        {field('authorityUrl', t('shop.address'), t('shop.addressHint'))}
      </div>
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
      {dialect === 'gateway' && (
        <div className="step-fields">
          {field('tokenUrl', t('shop.tokenUrl'))}
          {field('apigeeAppId', t('shop.apigeeAppId'))}
          {field('consumerKey', t('shop.consumerKey'))}
          {field('consumerSecret', t('shop.consumerSecret'))}
        </div>
      )}
    </>
  )
}
