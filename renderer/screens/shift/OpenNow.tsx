import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { Movement, MovementKind } from '../../../core/contract/shift.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Note } from '../../components/Note.tsx'
import { formatMoment, formatTime } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { ReceiptPaper } from '../receipt/ReceiptPaper.tsx'
import { CashDialog } from './CashDialog.tsx'
import { usePrintShift } from './usePrintShift.ts'
import { words } from './words.ts'

const keyOf = { payIn: 'F4', payOut: 'F6', drop: 'F7', noSale: 'F8' } as const satisfies Record<
  MovementKind,
  string
>
const kinds = Object.keys(keyOf) as MovementKind[]

/** The open shift: what it holds, what moved its cash, and X. */
export function OpenNow({ shown }: { shown: OutputOf<'shift.get'> }) {
  const t = useWords(words)
  const [kind, setKind] = useState<MovementKind | null>(null)
  const print = usePrintShift()
  const { shift, report, movements, html } = shown
  const { number } = shift
  useKeys(kinds.map((name) => ({ key: keyOf[name], label: t(`cash.${name}`), run: () => setKind(name) })))
  return (
    <div className="shift-now">
      <section className="shift-state" aria-label={t('now')}>
        <Facts
          facts={[
            [t('figures.opened'), `${formatMoment(shift.openedAt)}, ${shift.openedBy}`],
            [t('figures.float'), money(shift.float)],
            [t('figures.inDrawer'), report && money(report.drawer.expected)],
          ]}
        />
        <div className="shift-acts">
          {kinds.map((name) => (
            <Button key={name} size={56} keyCap={keyOf[name]} onPress={() => setKind(name)}>
              {t(`cash.${name}`)}
            </Button>
          ))}
        </div>
        {movements.length > 0 && (
          <ul className="shift-movements" aria-label={t('movements')}>
            {movements.map((movement) => (
              <MovementRow
                key={movement.id}
                movement={movement}
                onPrint={() => print.run({ number, movement: movement.id })}
              />
            ))}
          </ul>
        )}
      </section>
      {html === null ? (
        <Note tone="wait" title={t('hidden')} />
      ) : (
        <section className="shift-paper">
          <ReceiptPaper html={html} label={t('x')} />
          <Button icon="print" pending={print.isPending} onPress={() => print.run({ number })}>
            {t('printX')}
          </Button>
        </section>
      )}
      {kind && <CashDialog kind={kind} number={number} onClose={() => setKind(null)} />}
    </div>
  )
}

function MovementRow({ movement, onPrint }: { movement: Movement; onPrint: () => void }) {
  const t = useWords(words)
  const { kind, amount, reason, reference, note, at, by } = movement
  const signed = kind === 'payIn' ? amount : -amount
  return (
    <li>
      <div>
        <b>
          {t(`cash.${kind}`)} · {reason}
        </b>
        <small>{[formatTime(at), by, reference, note].filter(Boolean).join(' · ')}</small>
      </div>
      <b className="numbers">{amount === 0 ? '' : money(signed)}</b>
      <IconButton icon="print" label={t('cash.printSlipOf', { reason })} onPress={onPrint} />
    </li>
  )
}
