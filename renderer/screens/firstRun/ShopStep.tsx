import { useState } from 'react'
import type { FirstRun } from '../../../core/contract/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { SampleReceipt } from '../receipt/SampleReceipt.tsx'
import { Step } from './Step.tsx'
import { words } from './words.ts'

const lengths = { tradeName: 60, address: 120, city: 60, phone: 20 }
const blank = { tradeName: '', address: '', city: '', phone: '', headerMessage: '', footerMessage: '' }

/** What every receipt says about the shop, beside a receipt that says it. */
export function ShopStep({ shop: kept, onRestore }: Pick<FirstRun, 'shop'> & { onRestore: () => void }) {
  const t = useWords(words)
  const [shop, change] = useState(kept ?? blank)
  const [asked, setAsked] = useState(false)
  const save = useAct('firstRun.save')
  const isUnnamed = shop.tradeName.trim() === ''

  const field = (name: keyof typeof lengths, hint?: string) => (
    <TextField
      label={t(`shop.${name}`)}
      {...(hint ? { hint } : {})}
      value={shop[name]}
      onChange={(text) => change({ ...shop, [name]: text })}
      maxLength={lengths[name]}
      autoFocus={name === 'tradeName'}
      error={asked && name === 'tradeName' && isUnnamed ? t('shop.unnamed') : undefined}
    />
  )
  return (
    <Step
      step="shop"
      title={t('shop.title')}
      onSubmit={() => {
        setAsked(true)
        if (!isUnnamed) save.mutate({ step: 'device', shop })
      }}
      acts={
        <>
          <Button size={48} variant="quiet" onPress={onRestore}>
            {t('restore.instead')}
          </Button>
          <Button type="submit" variant="primary" size={48} pending={save.isPending}>
            {t('next')}
          </Button>
        </>
      }
      aside={<SampleReceipt shop={shop} paper="80mm" />}
    >
      <p>{t('shop.text')}</p>
      <FailureNote error={save.error} />
      {field('tradeName')}
      {field('address', t('shop.addressHint'))}
      <div className="step-fields">
        {field('city')}
        {field('phone')}
      </div>
    </Step>
  )
}
