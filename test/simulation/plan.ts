/** The plan of a run. A run that breaks a rule is made smaller: needless parts are left out. */

/** Everything that goes wrong by itself. */
export const faultKinds = [
  /** Connections refused, answers lost, late, garbled or of another kind. */
  'network',
  /** Nobody takes a connection for up to twenty minutes. */
  'outage',
  /** The process dies. */
  'crash',
  /** It is put on an older copy of its database while it is dead. */
  'restore',
  /** Statements and commits fail: full, busy, broken. */
  'disk',
  /** The journal takes its time to be durable, in half of the runs. */
  'slowSync',
  /** The till's clock is set a day forward or back, or some hours. */
  'clock',
  /** The computer sleeps, up to a night. */
  'sleep',
  /** In one run of six the data folder is put back to an older state, or cloned: that run is `twins.ts`. */
  'twins',
  /** Another till takes the device's next number. */
  'drift',
  /** The authority does not show for a while what it has accepted. */
  'unseen',
  /** The gateway's tokens end early, or cannot be had. */
  'token',
  /** It fails over one document each time, for minutes; what was sent first may arrive long after. */
  'poison',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** Everything that somebody does, beside selling at the till. */
export const actKinds = [
  'submit',
  /** The same again at once: a double press, two windows, a caller who is not sure. */
  'twice',
  'credit',
  'creditPart',
  /** Shifts are opened and closed, and cash moves in and out of the drawer. */
  'cash',
  /** Sales on credit, payments, credit notes on debts, merges, and acts that another person approves. */
  'debts',
  /** Exchanges, voided goods, training and proformas. */
  'counter',
  'adjust',
  'record',
  'transfer',
  'purchase',
  /** Suppliers' invoices are delivered or declined, and goods come without one. */
  'delivery',
  /** People count goods while they are sold, and a manager books the differences. */
  'count',
  /** Goods go to other branches and come from them. */
  'branch',
  /** Goods at customs are approved and rejected. */
  'customs',
  /** Goods are ordered, and orders end. */
  'order',
  /** Another till of the branch moves stock, and a manager settles the difference. */
  'settle',
  'makeItem',
  'changeItem',
  'customer',
  'correct',
  'setAside',
  'sign',
  'tryNow',
  /** Work continues in the other profile: Sandbox and Production in one process. */
  'switchProfile',
] as const
export type ActKind = (typeof actKinds)[number]

export interface Plan {
  seed: number
  /** How many sales are rung up or submitted. */
  sales: number
  faults: ReadonlySet<FaultKind>
  acts: ReadonlySet<ActKind>
}

const chosen = <K extends string>(words: string, kinds: readonly K[], flag: string): Set<K> => {
  if (words === 'all') return new Set(kinds)
  const names = words === 'none' ? [] : words.split(',')
  for (const name of names)
    if (!kinds.includes(name as K))
      throw new Error(`--${flag}: all, none, or of ${kinds.join()}; not "${name}"`)
  return new Set(names as K[])
}
/** `all`, `none`, or names with commas between. Throws for a name that is none. */
export const faultsOf = (words: string): Set<FaultKind> => chosen(words, faultKinds, 'faults')
export const actsOf = (words: string): Set<ActKind> => chosen(words, actKinds, 'acts')

const words = (names: ReadonlySet<string>, all: readonly string[]): string =>
  names.size === all.length ? 'all' : [...names].join() || 'none'

/** The command that repeats a run and shows its steps. */
export const commandOf = ({ seed, sales, faults, acts }: Plan, bug?: string): string =>
  `npm run simulate -- --seed ${seed} --sales ${sales} --faults ${words(faults, faultKinds)} --acts ${words(acts, actKinds)}${
    bug ? ` --bug ${bug}` : ''
  } --replay`
