import { useCall } from '../queries/calls.ts'
import './ItemPicture.css'

/** The picture of an item beside its name; `at` is the item's `picture`. */
export function ItemPicture({ id, at }: { id: number; at: number }) {
  const { data } = useCall('picture.get', { id, at })
  return <img className="item-picture" alt="" src={data?.picture ?? undefined} decoding="async" />
}
