import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { SidePanel } from '../../components/SidePanel.tsx'
import { explain } from '../../i18n/errors.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useKeys } from '../../input/keys.ts'
import { useScanner } from '../../input/scannerInput.ts'
import { playSound } from '../../input/sounds.ts'
import { useAct, useCall, useCaller } from '../../queries/calls.ts'
import { useAddLabels } from '../../window/labelList.ts'
import { words as labelWords } from '../../window/labelWords.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { ItemCosts } from './ItemCosts.tsx'
import { ItemFields } from './ItemFields.tsx'
import { emptyForm, type FormField, faultyFields, formOf, type ItemForm, saveInput } from './itemForm.ts'
import { forgetForm, formKey, keepForm, keepTaxType, keptForm } from './keptForms.ts'
import { PictureField } from './PictureField.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { RegistrationNote } from './RegistrationNote.tsx'
import { useTaxProposal } from './useTaxProposal.ts'
import { words } from './words.ts'

interface ItemPanelProps {
  /** The document of the queue for which a person corrects this item. */
  from: string | undefined
  onClose: () => void
}

/** An item that is there: its panel opens once it is known. */
export function EditItem({ id, ...panel }: ItemPanelProps & { id: number }) {
  const t = useWords(words)
  const { data, error } = useCall('item.get', { id })
  if (data) return <ItemPanel {...panel} known={data} barcode="" fromSell={false} />
  return (
    <SidePanel title={t('form.edit')} onClose={panel.onClose}>
      <FailureNote error={error} />
    </SidePanel>
  )
}

interface NewItemProps extends ItemPanelProps {
  /** What was scanned, or empty. */
  barcode: string
  fromSell: boolean
  /** After it was saved, before another panel opens. */
  onMade: (item: Item) => void
}

/** An item to be made. */
export function NewItem(props: NewItemProps) {
  return <ItemPanel {...props} known={null} />
}

interface PanelProps extends ItemPanelProps {
  known: OutputOf<'item.get'> | null
  barcode: string
  fromSell: boolean
  onMade?: (item: Item) => void
}

function ItemPanel({ known, barcode, fromSell, from, onClose, onMade }: PanelProps) {
  const t = useWords(words)
  const { profile, may } = useHere()
  const mayEdit = may('manager')
  const item = known?.item ?? null
  const key = formKey(profile.id, item?.id ?? null, barcode)
  const [edited, setEdited] = useState<ItemForm | null>(() => keptForm(key) ?? null)
  const [tries, setTries] = useState(0)
  const [history, setHistory] = useState(false)
  const [taken, setTaken] = useState<Item | null>(null)
  const call = useCaller()
  const save = useAct('item.save')

  const saved = item ? formOf(item) : emptyForm(barcode)
  const typed = edited ?? saved
  // A scan's first figures pass through the field that has the cursor; what is as it was is not a change.
  const dirty = edited !== null && JSON.stringify(edited) !== JSON.stringify(saved)

  const classes = useCall('item.categoryClasses', {}).data?.classes
  const ofCategory = classes?.find(({ category }) => category === typed.category.trim())
  const of = { id: item?.id ?? null, hasCategoryClass: ofCategory !== undefined }
  const proposal = useTaxProposal(typed.itemClass ?? ofCategory?.code)
  const form = { ...typed, taxType: typed.taxType ?? proposal?.taxType ?? null }

  function change(changes: Partial<ItemForm>) {
    const next = { ...typed, ...changes }
    setEdited(next)
    keepForm(key, next)
    if ('barcode' in changes) setTaken(null)
    if (save.error) save.reset()
  }

  function undo() {
    forgetForm(key)
    setEdited(null)
    setTries(0)
    save.reset()
  }

  const countTry = () => setTries((before) => before + 1)

  async function submit(isNext: boolean) {
    countTry()
    const input = saveInput(form, of)
    if (!input || !mayEdit || save.isPending) return
    const made = await save.mutateAsync(input)
    forgetForm(key)
    if (item) {
      setEdited(null)
      const cost = Math.max(known?.costs?.last ?? 0, known?.costs?.average ?? 0)
      if (made.price < cost)
        notify({ tone: 'wait', text: t('costs.savedBelow', { name: made.name, cost: money(cost) }) })
      else notify({ tone: 'ok', text: t('done.saved', { name: made.name }) })
      return
    }
    keepTaxType(profile.id, made.taxType)
    onMade?.(made)
    const act = fromSell ? { acts: [{ label: t('form.backToSell'), run: () => navigate('sell') }] } : {}
    notify({ ...saidOf(made), ...act })
    if (isNext) navigate('items', { create: '', on: 'items' })
    else navigate('items', { item: String(made.id), ...(from ? { from } : {}) })
  }

  /** Goods of which there is none are sold after some came in: better said now than by a refusal. */
  function saidOf({ name, onHand }: Item) {
    const isMissing = onHand === 0
    return {
      tone: isMissing ? 'wait' : 'ok',
      text: t(isMissing ? 'done.madeNoStock' : 'done.made', { name }),
    } as const
  }

  // The panel shows the failure of a save.
  const trySave = (isNext = false) => {
    submit(isNext).catch(countTry)
  }
  const mayNext = mayEdit && item === null && !fromSell && !from

  /** A code nobody has becomes this item's; another item's code opens that one, unless this one has changes. */
  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (!found) return
    const other = found.kind === 'item' && found.item.id !== item?.id ? found.item : null
    const use = other ? item !== null && !dirty : mayEdit
    playSound(use ? 'yes' : 'no')
    if (other && use) navigate('items', { item: String(other.id) })
    else if (other) setTaken(other)
    else if (found.kind === 'unknown' && use) change({ barcode: code })
  }

  useScanner((code) => inBackground(onScan(code)))
  useKeys([
    { key: 'F9', label: t('form.save'), run: () => trySave(), enabled: mayEdit && (dirty || item === null) },
    { key: 'Shift+F9', label: t('form.saveNext'), run: () => trySave(true), enabled: mayNext },
  ])

  const failure = save.error?.failure
  const fieldAtFault = failure?.field as FormField | undefined
  const errors: Partial<Record<FormField, string>> = {}
  if (tries > 0) {
    for (const field of faultyFields(form, of)) errors[field] = t(`problem.${field}`)
  }
  if (failure && fieldAtFault && fieldAtFault in form) errors[fieldAtFault] = explain(failure)
  if (taken) errors.barcode = t('form.barcodeTaken', { name: taken.name })

  // Each failed try scrolls to the first wrong field and moves the cursor there.
  const fields = useRef<HTMLDivElement>(null)
  const firstFault = () => fields.current?.querySelector('[data-invalid]')
  const faults = Object.keys(errors).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each try and at other faults
  useEffect(() => {
    firstFault()?.scrollIntoView({ block: 'center' })
  }, [faults, tries])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each try
  useEffect(() => {
    firstFault()?.querySelector<HTMLElement>('input, button')?.focus()
  }, [tries])

  return (
    <SidePanel
      title={item ? itemName(item) : t(form.type === '3' ? 'form.newService' : 'form.new')}
      onClose={onClose}
      acts={
        mayEdit && (
          <>
            {dirty && <Button onPress={undo}>{t('form.undo')}</Button>}
            {mayNext && (
              <Button pending={save.isPending} onPress={() => trySave(true)}>
                {t('form.saveNext')}
              </Button>
            )}
            <Button
              variant="primary"
              keyCap="F9"
              disabled={item !== null && !dirty}
              pending={save.isPending}
              onPress={() => trySave()}
            >
              {t(item ? 'form.save' : 'form.saveNew')}
            </Button>
          </>
        )
      }
    >
      {from && (
        <Button icon="back" onPress={() => navigate('queue', from === 'causes' ? {} : { document: from })}>
          {t('form.backToQueue')}
        </Button>
      )}
      {!mayEdit && <Note tone="wait" title={t('form.readOnly')} />}
      {dirty && item && <Note tone="wait" title={t('form.unsaved')} />}
      {known && <RegistrationNote known={known} />}
      {item && item.onHand !== null && <OnHand item={item} onHand={item.onHand} />}
      {known?.costs && <ItemCosts costs={known.costs} price={form.price} />}
      {item && mayEdit && <Button onPress={() => setHistory(true)}>{t('costs.open')}</Button>}
      {item && history && <PriceHistory item={item} onClose={() => setHistory(false)} />}
      {item && mayEdit && <PictureField item={item} />}
      <div className="items-form" ref={fields}>
        <ItemFields
          form={form}
          errors={errors}
          isNew={item === null}
          disabled={!mayEdit}
          categories={known?.categories}
          classOfCategory={ofCategory?.name ?? ofCategory?.code}
          taxProposed={typed.taxType === null ? proposal?.why : undefined}
          usualClass={item?.classChosen === false}
          onChange={change}
        />
      </div>
      {taken && <Button onPress={() => navigate('items', { item: String(taken.id) })}>{taken.name}</Button>}
      {failure && !(fieldAtFault && fieldAtFault in form) && <FailureNote error={save.error} />}
    </SidePanel>
  )
}

function OnHand({ item, onHand }: { item: Item; onHand: number }) {
  const t = useWords(words)
  const tLabels = useWords(labelWords)
  const addLabels = useAddLabels()
  const { may } = useHere()
  return (
    <section className="items-stock">
      <span>
        {t('form.onHand')}{' '}
        <b>
          {quantity(onHand)} {unitSign(item.quantityUnit)}
        </b>
      </span>
      {may('manager') && (
        <Button onPress={() => navigate('stock', { adjust: 'received', item: String(item.id) })}>
          {t('form.adjust')}
        </Button>
      )}
      <Button onPress={() => navigate('stock', { movements: String(item.id) })}>{t('form.movements')}</Button>
      {may('manager') && (
        <Button onPress={() => addLabels({ source: 'chosen', ids: [item.id] })}>{tLabels('one')}</Button>
      )}
    </section>
  )
}
