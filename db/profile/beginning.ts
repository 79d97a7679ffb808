/** How far a new shop has come. */
import { type Db, prepare } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

const signedQuery = prepare(() => profile.selectFrom('signature').select('invoice_id as id').limit(1))
/** Returns whether the authority signed a document. */
export const hasSigned = (db: Db): boolean => db.first(signedQuery({})) !== undefined

const itemQuery = prepare(() => profile.selectFrom('item').select('id').limit(1))
export const hasItems = (db: Db): boolean => db.first(itemQuery({})) !== undefined

const stockQuery = prepare(() => profile.selectFrom('movement').select('id').limit(1))
/** Returns whether stock ever came in. */
export const hasStock = (db: Db): boolean => db.first(stockQuery({})) !== undefined
