/** Customers, as a hub and its tills tell each other. The series of their numbers is each till's own. */
import { hub } from '../../../db/profile/audit.ts'
import {
  type CustomerRow,
  customerById,
  customerByPin,
  customerByUid,
  insertCustomer,
  listNumberOf,
  mergeCustomer,
  standingCustomer,
  takeCustomerNumber,
  updateCustomer,
} from '../../../db/profile/customers.ts'
import { type Fields, isSameValue, type SharedBody, sharedFields } from '../../contract/hub/shared.ts'
import { phoneKey } from '../../fiscal/phone.ts'
import { enqueueCustomer } from '../../queue/enqueue.ts'
import type { Kind, Sharing } from '../sharing.ts'

type Column = Exclude<keyof SharedBody<'customer'>, 'merged_into'>
const columns = sharedFields.customer.filter((name) => name !== 'merged_into') as readonly Column[]

const bodyOf = ({ db }: Sharing, row: CustomerRow): Fields => {
  const into = row.merged_into === null ? undefined : customerById(db, row.merged_into)
  return {
    ...Object.fromEntries(columns.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
    ...(into ? { merged_into: into.uid } : {}),
  }
}

const changesOf = (row: CustomerRow | undefined, body: Fields): Partial<CustomerRow> =>
  Object.fromEntries(
    columns.flatMap((name) => (isSameValue(row?.[name], body[name]) ? [] : [[name, body[name] ?? null]])),
  )

const insert = (sharing: Sharing, uid: string, body: Fields): number => {
  const at = sharing.now()
  const number = takeCustomerNumber(sharing.db)
  return insertCustomer(sharing.db, {
    ...({ pin: null, ...changesOf(undefined, body) } as Pick<CustomerRow, 'pin' | 'name'>),
    uid,
    number,
    list_number: listNumberOf(number),
    phone_key: typeof body['phone'] === 'string' ? phoneKey(body['phone']) : null,
    ...by(at),
    author_id: hub,
    author_name: hub,
    created_at: at,
  })
}

const by = (at: number) => ({ modifier_id: hub, modifier_name: hub, updated_at: at })

/** A PIN belongs to one customer. Another one of this till keeps it until somebody merges the two. */
const withoutHeldPin = ({ db }: Sharing, id: number | undefined, body: Fields): Fields => {
  const { pin, ...rest } = body as SharedBody<'customer'>
  const holder = pin === undefined ? undefined : customerByPin(db, pin)
  return holder && holder.id !== id ? (rest as Fields) : body
}

export const customers: Kind = {
  thing: (sharing, key) => {
    const row = customerById(sharing.db, Number(key))
    return (
      row && {
        uid: row.uid,
        name: row.name,
        body: bodyOf(sharing, row),
        once: {},
        who: row.modifier_name,
      }
    )
  },
  keyOf: ({ db }, uid) => customerByUid(db, uid)?.id.toString(),
  setUid: ({ db }, key, uid) => updateCustomer(db, Number(key), { uid }),
  twin: ({ db }, { pin }) => (typeof pin === 'string' ? customerByPin(db, pin)?.id.toString() : undefined),
  absorb: (sharing, key, into) => {
    updateCustomer(sharing.db, Number(key), { pin: null, ...by(sharing.now()) })
    mergeCustomer(sharing.db, Number(key), Number(into))
  },
  write: (sharing, key, uid, told) => {
    const { db } = sharing
    const row = key === undefined ? undefined : customerById(db, Number(key))
    const body = withoutHeldPin(sharing, row?.id, told)
    const changes = changesOf(row, body)
    const id = row ? row.id : insert(sharing, uid, body)
    if (row && Object.keys(changes).length > 0) {
      const { phone } = changes
      const keyed = phone === undefined ? {} : { phone_key: phone === null ? null : phoneKey(phone) }
      updateCustomer(db, id, { ...changes, ...keyed, ...by(sharing.now()) })
    }
    const into = told['merged_into']
    const other = typeof into === 'string' ? customerByUid(db, into) : undefined
    // That one was merged itself, at another till at the same time.
    const standing = other && standingCustomer(db, other.id)
    if (standing && standing.id !== id && row?.merged_into !== standing.id) mergeCustomer(db, id, standing.id)
    const now = customerById(db, id)
    if (sharing.registers() && now?.pin && (!row || Object.keys(changes).length > 0))
      enqueueCustomer(db, { ...now, pin: now.pin }, { author: { id: hub, name: hub }, at: sharing.now() })
    return { key: String(id), whole: into === undefined || other !== undefined }
  },
}
