import type { Transfer, TransferLine } from '../../../core/contract/transfer.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Difference } from '../../components/Difference.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { Page } from '../../components/Page.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { language, useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { tellFailure } from '../../window/faults.ts'
import { navigate } from '../../window/navigation.ts'
import { usePaper } from '../receipt/usePaper.ts'
import { branchName } from './branchName.ts'
import { lineFields } from './exportFields.ts'
import { words } from './words.ts'

const tones: Record<NonNullable<Transfer['state']>, Tone> = {
  waiting: 'wait',
  accepted: 'ok',
  refused: 'bad',
  withdrawn: 'off',
}

/** What the authority says of the goods. */
export function StockState({ state }: Pick<Transfer, 'state'>) {
  const t = useWords(words)
  return state === null ? (
    <StateWord tone="off">{t('state.nothing')}</StateWord>
  ) : (
    <StateWord tone={tones[state]}>{t(`state.${state}`)}</StateWord>
  )
}

/** One transfer: what was sent or came, what differs, and what the authority says. */
export function TransferPage({ id }: { id: number }) {
  const t = useWords(words)
  const { data, error, refetch } = useCall('transfer.get', { id })
  const paper = usePaper()
  const act = useAct('transfer.print')
  const back = () => navigate('transfers', { list: data?.direction ?? 'out' })
  const print = () => inBackground(act.mutateAsync({ id, language: language() }).then(paper, tellFailure))
  useKeys([
    { key: 'Esc', run: back },
    { key: 'F7', label: t('transfer.print'), run: print, enabled: data !== undefined },
  ])
  const columns = useColumns(data?.arrivalNumber != null)
  const direction = data?.direction ?? 'out'
  return (
    <Page
      title={t(`transfer.title.${direction}`, { number: data?.number ?? '' })}
      back={{ label: t('transfer.back'), onPress: back }}
      acts={
        <>
          {data && <ExportButton list="transferLines" rows={data.goods} fields={lineFields()} />}
          <Button
            variant={direction === 'out' ? 'primary' : 'normal'}
            icon="print"
            keyCap="F7"
            pending={act.isPending}
            onPress={print}
          >
            {t('transfer.print')}
          </Button>
        </>
      }
    >
      <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
      {data && (
        <>
          <div className="transfers-facts">
            <Facts
              facts={[
                [t(direction === 'out' ? 'columns.to' : 'columns.from'), branchName(data.branch)],
                [t('columns.when'), `${formatMoment(data.at)} · ${data.by}`],
                [t('columns.theirs'), data.arrivalNumber],
                [t('remark'), data.remark],
              ]}
            />
            <StockState state={data.state} />
          </div>
          {data.state === 'refused' && (
            <Note
              tone="bad"
              title={t('transfer.rejected')}
              acts={<Button onPress={() => navigate('queue')}>{t('transfer.open')}</Button>}
            />
          )}
          {data.differences > 0 && (
            <Note tone="wait" title={t('differences', { count: data.differences })}>
              {t('transfer.tellSender')}
            </Note>
          )}
          <VirtualTable
            label={t('columns.lines')}
            columns={columns}
            rows={data.goods}
            rowKey={({ position }) => position}
            empty={null}
          />
        </>
      )}
    </Page>
  )
}

/** `hasList`: the authority listed what was sent, so both sides are known. */
function useColumns(hasList: boolean): Column<TransferLine>[] {
  const t = useWords(words)
  const inUnits = (line: TransferLine, hundredths: number) =>
    `${quantity(hundredths)} ${unitSign(line.quantityUnit)}`
  const item: Column<TransferLine> = {
    id: 'item',
    header: t('columns.item'),
    width: 'minmax(0, 1fr)',
    cell: ({ itemName, itemCode, sentName }) => (
      <>
        <b className="transfers-line">{itemName}</b>
        <small className="transfers-line">
          {sentName === null || sentName === itemName ? itemCode : sentName}
        </small>
      </>
    ),
  }
  const moved: Column<TransferLine> = {
    id: 'quantity',
    header: t(hasList ? 'columns.received' : 'columns.quantity'),
    width: '140px',
    align: 'right',
    cell: (line) => <b>{inUnits(line, line.quantity)}</b>,
  }
  if (!hasList) return [item, moved]
  return [
    item,
    {
      id: 'expected',
      header: t('columns.sent'),
      width: '140px',
      align: 'right',
      cell: (line) => line.expected !== null && inUnits(line, line.expected),
    },
    moved,
    {
      id: 'difference',
      header: t('columns.state'),
      width: '170px',
      cell: ({ expected, quantity, quantityUnit }) => (
        <Difference expected={expected} received={quantity} unit={quantityUnit} />
      ),
    },
  ]
}
