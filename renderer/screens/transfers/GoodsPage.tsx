import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { quantity as written } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { QuantityField } from '../../components/fields/NumberFields.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { Page } from '../../components/Page.tsx'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { GoodsTrouble } from '../../window/GoodsTrouble.tsx'
import { ItemFinder } from '../../window/ItemFinder.tsx'
import { requestOf } from '../../window/kept.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useEnteredGoods } from '../../window/useEnteredGoods.ts'
import { branchName } from './branchName.ts'
import { type EnteredLine, entries } from './kept.ts'
import { words } from './words.ts'

const isQuantity = (quantity: number | null) => quantity !== null && quantity > 0

/** Goods that go to another branch, or that came from one and that the authority does not list. */
export function GoodsPage({ act }: { act: 'send' | 'enter' }) {
  const t = useWords(words)
  const { profile } = useHere()
  const key = `${profile.id} ${act}`
  const entry = entries.use(key)
  const { branchId, lines, remark } = entry
  const form = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const { data: branches } = useCall('transfer.branches', {})
  const send = useAct('transfer.send')
  const enter = useAct('transfer.enter')
  const doing = act === 'send' ? send : enter
  const change = (changes: Partial<typeof entry>) => entries.change(key, changes)
  const back = () => navigate('transfers', { list: act === 'send' ? 'out' : 'in' })

  const goods = useEnteredGoods<EnteredLine>({
    lines: () => entries.get(key).lines,
    store: (lines) => change({ lines }),
    make: (item) => ({ item, quantity: null }),
    form,
  })

  function save() {
    if (doing.isPending) return
    flushSync(() => setAsked(true))
    const faulty = form.current?.querySelector<HTMLElement>('[data-invalid] :is(input, button)')
    if (faulty || lines.length === 0) {
      faulty?.focus()
      return
    }
    const input = {
      branchId: branchId ?? '',
      lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity: quantity ?? 0 })),
      ...(remark.trim() !== '' && { remark: remark.trim() }),
    }
    const request = requestOf({ ...input, act, profile: profile.id })
    // Runs only while this page is open: a person who has left stays where they are.
    const onSuccess = ({ id }: { id: number }) => navigate('transfers', { transfer: String(id) })
    doing.mutateAsync({ ...input, requestId: request.id }, { onSuccess }).then(
      ({ number }) => {
        request.forget()
        entries.forget(key)
        notify({ tone: 'ok', text: t(act === 'send' ? 'goods.sent' : 'arrival.done', { number }) })
      },
      // The page shows the failure of the act.
      () => undefined,
    )
  }

  useKeys([
    { key: 'Esc', run: back },
    { key: 'F9', label: t(`goods.save.${act}`), run: save },
  ])
  const others = branches?.others ?? []
  return (
    <Page
      title={t(`goods.title.${act}`)}
      back={{ label: t('goods.back'), onPress: back }}
      acts={
        <>
          {lines.length > 0 && (
            <Button variant="quiet" icon="trash" onPress={() => change({ lines: [] })}>
              {t('goods.clear')}
            </Button>
          )}
          <Button
            variant="primary"
            keyCap="F9"
            disabled={lines.length === 0}
            pending={doing.isPending}
            onPress={save}
          >
            {t(`goods.save.${act}`)}
          </Button>
        </>
      }
    >
      <div className="transfers-enter" ref={form}>
        <div className="transfers-fields">
          <Select
            label={t(act === 'send' ? 'columns.to' : 'columns.from')}
            placeholder={t('goods.choose')}
            options={others.map((branch) => ({ id: branch.id, label: branchName(branch) }))}
            value={branchId}
            onChange={(branchId) => change({ branchId })}
            error={asked && branchId === null ? t('problem.branch') : undefined}
          />
          <TextField
            label={t('remark')}
            hint={t(`goods.remarkHint.${act}`)}
            value={remark}
            onChange={(remark) => change({ remark })}
            maxLength={200}
          />
          {branches && others.length === 0 && <Note tone="wait" title={t('goods.noBranch')} />}
          {act === 'enter' && <Note tone="wait" title={t('goods.onlyUnlisted')} />}
        </div>
        <div className="transfers-goods">
          <ItemFinder onFind={goods.find} />
          <GoodsTrouble trouble={goods.trouble} />
          <FailureNote error={doing.error} />
          {lines.length === 0 && <p>{t('goods.none')}</p>}
          <ul className="transfers-lines" aria-label={t('columns.lines')}>
            {lines.map(({ item, quantity }) => (
              <li key={item.id} className="transfers-entered" data-item={item.id}>
                <div className="transfers-name">
                  <b className="transfers-line">{itemName(item)}</b>
                  {act === 'send' && (
                    <small className="transfers-line">
                      {t('goods.onHand', {
                        quantity: `${written(item.onHand ?? 0)} ${unitSign(item.quantityUnit)}`,
                      })}
                    </small>
                  )}
                </div>
                <QuantityField
                  label={t('goods.quantity', { name: itemName(item) })}
                  labelHidden
                  unit={unitSign(item.quantityUnit)}
                  value={quantity}
                  onChange={(quantity) => goods.change(item.id, { quantity })}
                  error={asked && !isQuantity(quantity) ? t('problem.quantity') : undefined}
                />
                <IconButton
                  icon="trash"
                  label={t('goods.remove', { name: itemName(item) })}
                  onPress={() => goods.remove(item.id)}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Page>
  )
}
