import { useState } from 'react'
import { type Act, type ActTable, acts, type Right } from '../../../../core/contract/acts.ts'
import { parseMoney } from '../../../../core/fiscal/money.ts'
import { money } from '../../../components/Amount.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../../../window/approvalWords.ts'
import type { SectionProps } from '../sectionProps.ts'
import './approvals.css'

const roles = ['cashier', 'manager', 'owner'] as const
const rights: readonly Right[] = ['allowed', 'approval', 'no']
const rank: Record<Right, number> = { no: 0, approval: 1, allowed: 2 }

/** Returns the rights with one changed. Nobody has less than a role below: the others follow. */
const changed = (row: ActTable[Act], role: (typeof roles)[number], right: Right): ActTable[Act] => {
  const at = roles.indexOf(role)
  const all = roles.map((each, index) => {
    const own = row[each]
    if (index === at) return right
    const follows = index < at ? rank[own] > rank[right] : rank[own] < rank[right]
    return follows ? right : own
  })
  const [cashier = 'no', manager = 'no', owner = 'no'] = all
  return { cashier, manager, owner: owner === 'approval' ? 'allowed' : owner }
}

/** Who may do what alone, with approval, or not. */
export function ApprovalsSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const [typed, setTyped] = useState<string | null>(null)
  const { acts: table, differenceLimit } = settings
  const limitOf = (text: string): number | null => parseMoney(text)
  return (
    <div className="settings-fields settings-approvals">
      <p>{t('table.hint')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('table.act')}</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {tc(`roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {acts.map((act) => (
            <tr key={act}>
              <th scope="row">
                {t(`act.${act}`)}
                {act === 'belowStock' && <small> {t('table.belowStock')}</small>}
              </th>
              {roles.map((role) => (
                <td key={role}>
                  <Select
                    label={t('table.of', { act: t(`act.${act}`), role: tc(`roles.${role}`) })}
                    labelHidden
                    options={rights
                      .filter((right) => role !== 'owner' || right !== 'approval')
                      .map((id) => ({ id, label: t(`right.${id}`) }))}
                    value={table[act][role]}
                    onChange={(right) =>
                      change({ acts: { ...table, [act]: changed(table[act], role, right) } })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <TextField
        label={t('table.differenceLimit')}
        hint={t('table.differenceLimitHint')}
        before="KSh"
        value={typed ?? money(differenceLimit)}
        error={typed !== null && limitOf(typed) === null ? t('table.limitWrong') : undefined}
        onChange={(text) => {
          setTyped(text)
          const limit = limitOf(text)
          if (limit !== null) change({ differenceLimit: limit })
        }}
        onBlur={() => setTyped(null)}
        inputMode="decimal"
        number
      />
    </div>
  )
}
