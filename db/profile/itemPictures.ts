/** Pictures of items. Each item has at most one, of at most 30,000 bytes. */
import { type Db, prepare } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

const byItem = prepare((p: { id: number; at: number }) =>
  profile
    .selectFrom('item_picture')
    .innerJoin('item', 'item.id', 'item_picture.item_id')
    .select('image')
    .where('item_id', '=', p.id)
    .where('picture_at', '=', p.at),
)
/** Returns the picture that was taken at this time, unless it was replaced or removed. */
export const pictureOf = (db: Db, itemId: number, at: number): Uint8Array | undefined =>
  db.first(byItem({ id: itemId, at }))?.image

export const countPictures = (db: Db): number =>
  db.first(profile.selectFrom('item_picture').select((select) => select.fn.countAll<number>().as('count')))
    ?.count ?? 0

/** null: the item has no picture any more. */
export const setPicture = (db: Db, itemId: number, image: Uint8Array | null, at: number): void => {
  if (image === null) db.run(profile.deleteFrom('item_picture').where('item_id', '=', itemId))
  else
    db.run(
      profile
        .insertInto('item_picture')
        .values({ item_id: itemId, image })
        .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ image })),
    )
  db.run(
    profile
      .updateTable('item')
      .set({ picture_at: image && at })
      .where('id', '=', itemId),
  )
}
