import { useEffect } from 'react'
import { connectionLengths } from '../../../core/contract/bounds.ts'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Pills } from '../../components/Pills.tsx'
import { explain } from '../../i18n/errors.ts'
import { useWords } from '../../i18n/index.ts'
import type { CallFailed } from '../../queries/calls.ts'
import { advancedNames, names, type TextName } from './connectionForm.ts'
import type { useConnectionForm } from './useConnectionForm.ts'
import { words } from './words.ts'
import './FirstRunScreen.css'

interface ConnectionFieldsProps {
  form: ReturnType<typeof useConnectionForm>
  /** device: the shop was named before. connection: the device is known, but not how it is reached. */
  asks?: 'all' | 'device' | 'connection'
  failed: CallFailed | null
}

/** Each question says what its answer means. */
export function ConnectionFields({ form, asks = 'all', failed: lastFailed }: ConnectionFieldsProps) {
  const t = useWords(words)
  const { profile, environment, setEnvironment, dialect, setDialect, texts, faults, isSent, inputs } = form
  const { tries, advanced, setAdvanced, knownAddress } = form
  const known = profile?.deviceReady ?? false
  const keyHint = profile?.gateway ? t('device.keyKept') : undefined
  const failed = isSent ? lastFailed : null
  const failedName = failed?.failure.field?.split('.').at(-1)
  const isHere = failedName !== undefined && failedName in texts
  const faultIn = (key: TextName): string | undefined => {
    const fault = faults[key]
    if (fault) return t(`device.fault.${fault}`)
    return failed && failedName === key ? explain(failed.failure) : undefined
  }
  const first = names.find((name) => faults[name] || name === failedName)
  useEffect(() => {
    if (failedName && advancedNames.includes(failedName as TextName)) setAdvanced(true)
  }, [failedName, setAdvanced])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each try, not as faults are corrected
  useEffect(() => {
    if (first) inputs.current[first]?.focus()
  }, [tries, failedName])

  const field = (key: TextName, label: string, hint?: string, change = (value: string) => value) => (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={texts[key]}
      onChange={(value) => form.change(key, change(value))}
      error={faultIn(key)}
      maxLength={connectionLengths[key]}
      {...(key === 'authorityUrl' && knownAddress ? { placeholder: knownAddress } : {})}
      ref={(input) => {
        inputs.current[key] = input
      }}
    />
  )
  const upper = (value: string) => value.toUpperCase().trim()
  return (
    <>
      {!isHere && <FailureNote error={failed} />}
      {!profile && asks !== 'connection' && (
        <div className="step-choice">
          <Pills
            label={t('device.environment')}
            value={environment}
            onChange={setEnvironment}
            pills={[
              { id: 'sandbox', label: t('device.sandbox') },
              { id: 'production', label: t('device.production') },
            ]}
          />
          <small>
            {t(environment === 'sandbox' ? 'device.sandboxMeans' : 'device.productionMeans')}{' '}
            {t('device.forLife')}
          </small>
        </div>
      )}
      {known && <p>{t('device.known')}</p>}
      <div className="step-fields">
        {asks !== 'device' && field('name', t('device.name'), t('device.nameHint'))}
        {!known && asks !== 'connection' && (
          <>
            {field('taxpayerPin', t('device.taxPin'), t('device.taxPinHint'), upper)}
            {field('branchId', t('device.branch'), t('device.branchHint'), upper)}
            {field('deviceSerial', t('device.serial'), t('device.serialHint'))}
          </>
        )}
      </div>
      <details
        className="step-more"
        open={advanced}
        onToggle={({ currentTarget }) => setAdvanced(currentTarget.open)}
      >
        <summary>{t('device.advanced')}</summary>
        {!known && (
          <div className="step-choice">
            <Pills
              label={t('device.dialect')}
              value={dialect}
              onChange={setDialect}
              pills={[
                { id: 'legacy', label: t('device.legacy') },
                { id: 'gateway', label: t('device.gateway') },
              ]}
            />
            <small>{t(dialect === 'legacy' ? 'device.legacyMeans' : 'device.gatewayMeans')}</small>
          </div>
        )}
        <div className="step-fields">
          {field(
            'authorityUrl',
            t('device.address'),
            t(knownAddress ? 'device.addressKnown' : 'device.addressHint'),
          )}
          {dialect === 'gateway' && (
            <>
              {field('tokenUrl', t('device.tokenUrl'))}
              {field('apigeeAppId', t('device.apigeeAppId'))}
              {field('consumerKey', t('device.consumerKey'), keyHint)}
              {field('consumerSecret', t('device.consumerSecret'), keyHint)}
            </>
          )}
        </div>
      </details>
    </>
  )
}
