import type { ItemRow } from '../../../db/profile/items.ts'
import { itemTypes } from '../../fiscal/codes.ts'

export const isService = (row: Pick<ItemRow, 'type'>): boolean => row.type === itemTypes.service
