import { useEffect } from 'react'
import { connectionLengths } from '../../../core/contract/bounds.ts'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Pills } from '../../components/Pills.tsx'
import { explain } from '../../i18n/errors.ts'
import { useWords } from '../../i18n/index.ts'
import type { CallFailed } from '../../queries/calls.ts'
import type { TextName } from './connectionForm.ts'
import type { useConnectionForm } from './useConnectionForm.ts'
import { words } from './words.ts'
import './FirstRunScreen.css'

interface ConnectionFieldsProps {
  form: ReturnType<typeof useConnectionForm>
  failed: CallFailed | null
}

/** Each question says what its answer means. */
export function ConnectionFields({ form, failed: lastFailed }: ConnectionFieldsProps) {
  const t = useWords(words)
  const { profile, environment, setEnvironment, dialect, setDialect, texts, faults, isSent, inputs } = form
  const known = profile?.deviceReady ?? false
  const keyHint = profile?.gateway ? t('shop.keyKept') : undefined
  const failed = isSent ? lastFailed : null
  const failedName = failed?.failure.field?.split('.').at(-1)
  const isHere = failedName !== undefined && failedName in texts
  const faultIn = (key: TextName): string | undefined => {
    const fault = faults[key]
    if (fault) return t(`shop.fault.${fault}`)
    return failed && failedName === key ? explain(failed.failure) : undefined
  }
  useEffect(() => {
    if (failedName) inputs.current[failedName as TextName]?.focus()
  }, [failedName, inputs])

  const field = (key: TextName, label: string, hint?: string, change = (value: string) => value) => (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={texts[key]}
      onChange={(value) => form.change(key, change(value))}
      error={faultIn(key)}
      maxLength={connectionLengths[key]}
      ref={(input) => {
        inputs.current[key] = input
      }}
    />
  )
  const upper = (value: string) => value.toUpperCase().trim()
  return (
    <>
      {!isHere && <FailureNote error={failed} />}
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
