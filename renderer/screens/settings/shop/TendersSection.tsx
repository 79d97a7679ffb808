import { useState } from 'react'
import { isShipped, ownKinds, type ShopTender } from '../../../../core/fiscal/shopTenders.ts'
import { Button } from '../../../components/Button.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { words as paymentWords } from '../../sell/payment/words.ts'
import type { SectionProps } from '../sectionProps.ts'
import { tenderNameProblem } from '../settingsProblems.ts'
import { words } from '../words.ts'
import '../scanning/scanning.css'

const mostTenders = 20
const references = ['required', 'optional', 'off'] as const

const newTender = (): ShopTender => ({
  id: crypto.randomUUID(),
  method: 'mobileMoney',
  name: '',
  reference: 'optional',
  opensDrawer: false,
  on: true,
})

/** The ways to pay, in the order of the payment step. One that was saved stays: the books may name it. */
export function TendersSection({ draft: { settings, change }, asked }: SectionProps) {
  const t = useWords(words)
  const tPay = useWords(paymentWords)
  const { data: saved } = useCall('settings.get', {})
  /** The tender that was added last: its name takes the focus. */
  const [added, setAdded] = useState<string | null>(null)
  const { tenders } = settings
  const set = (list: ShopTender[]) => change({ tenders: list })
  const swap = (index: number) => {
    const [first, second] = [tenders[index], tenders[index + 1]]
    if (first && second) set(tenders.toSpliced(index, 2, second, first))
  }
  return (
    <div className="settings-fields settings-wide">
      <p>{t('tenders.text')}</p>
      <ol className="settings-rules">
        {tenders.map((row, index) => {
          const shippedName = tPay(`method.${row.method}`)
          const name = row.name || shippedName
          const isOnce = row.method === 'cash' || row.method === 'credit'
          const isSaved = saved?.tenders.some(({ id }) => id === row.id) ?? true
          const edit = (changes: Partial<ShopTender>) => set(tenders.with(index, { ...row, ...changes }))
          const problem = asked || row.name !== '' ? tenderNameProblem(row, tenders) : null
          return (
            <li className="settings-rule" key={row.id} aria-label={name}>
              <header>
                <h3>{name}</h3>
                <IconButton
                  icon="up"
                  label={t('tenders.up', { name })}
                  disabled={index === 0}
                  onPress={() => swap(index - 1)}
                />
                <IconButton
                  icon="down"
                  label={t('tenders.down', { name })}
                  disabled={index === tenders.length - 1}
                  onPress={() => swap(index)}
                />
                {!isSaved && (
                  <IconButton
                    icon="trash"
                    label={t('tenders.remove', { name })}
                    onPress={() => set(tenders.toSpliced(index, 1))}
                  />
                )}
              </header>
              <div className="settings-digits">
                {!isOnce && (
                  <>
                    <TextField
                      label={t('tenders.name')}
                      placeholder={isShipped(row) ? shippedName : ''}
                      value={row.name ?? ''}
                      // An empty name of a shipped one is its own word again.
                      onChange={(typed) => edit({ name: typed === '' && isShipped(row) ? null : typed })}
                      error={problem === null ? undefined : t(`tenders.problem.${problem}`)}
                      maxLength={30}
                      autoFocus={row.id === added}
                    />
                    <Select
                      label={t('tenders.kind')}
                      options={ownKinds.map((id) => ({ id, label: t(`tenders.kinds.${id}`) }))}
                      value={row.method}
                      onChange={(method) => edit({ method })}
                      disabled={isSaved}
                    />
                    <Select
                      label={t('tenders.reference')}
                      options={references.map((id) => ({ id, label: t(`tenders.references.${id}`) }))}
                      value={row.reference}
                      onChange={(reference) => edit({ reference })}
                    />
                  </>
                )}
                {row.method !== 'cash' && (
                  <Switch label={t('tenders.on')} value={row.on} onChange={(on) => edit({ on })} />
                )}
                <Switch
                  label={t('tenders.drawer')}
                  hint={t('tenders.drawerText')}
                  value={row.opensDrawer}
                  onChange={(opensDrawer) => edit({ opensDrawer })}
                />
              </div>
            </li>
          )
        })}
      </ol>
      <Button
        icon="plus"
        disabled={tenders.length >= mostTenders}
        onPress={() => {
          const row = newTender()
          setAdded(row.id)
          set([...tenders, row])
        }}
      >
        {t('tenders.add')}
      </Button>
    </div>
  )
}
