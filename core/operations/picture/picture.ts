/** Pictures of items on Sell. The window scales them before it sends them. */
import { countPictures, pictureOf, setPicture } from '../../../db/profile/itemPictures.ts'
import { itemById } from '../../../db/profile/items.ts'
import { pictures } from '../../contract/bounds.ts'
import { fail, ok } from '../../contract/errors.ts'
import { invalid } from '../../shop/failures.ts'
import { itemView } from '../item/view.ts'
import type { Handler } from '../shared/handler.ts'

/** The media type by the first bytes; null: neither WebP nor JPEG. */
const typeOf = (image: Uint8Array): 'image/webp' | 'image/jpeg' | null => {
  const start = Buffer.from(image.subarray(0, 12)).toString('latin1')
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  return start.startsWith('\xff\xd8\xff') ? 'image/jpeg' : null
}

export const getPicture: Handler<'picture.get'> = ({ id, at }, { db }) => {
  const image = pictureOf(db, id, at)
  const type = image && typeOf(image)
  return ok({ picture: type ? `data:${type};base64,${Buffer.from(image).toString('base64')}` : null })
}

export const savePicture: Handler<'picture.set'> = ({ id, image }, { profile, db, ports }) => {
  const item = itemById(db, id)
  if (!item) return fail('005', 'item.unknown', 'There is no such item.', { field: 'id' })
  const bytes = image === null ? null : Buffer.from(image, 'base64')
  if (bytes && (!typeOf(bytes) || bytes.length > pictures.bytes))
    return invalid('image', `${bytes.length} bytes`, `WebP or JPEG of at most ${pictures.bytes} bytes`)
  if (bytes && item.picture_at === null && countPictures(db) >= pictures.most)
    return fail(
      '003',
      'item.picturesFull',
      `The shop has ${pictures.most} pictures already. Remove the picture of another item.`,
      { field: 'image', params: { most: pictures.most } },
    )
  profile.disk.demandRoom()
  db.transaction(() => setPicture(db, id, bytes, ports.clock.now()))
  profile.emit({ type: 'item.changed', itemIds: [id] })
  return ok(itemView(itemById(db, id) ?? item))
}
