import type { ItemRow } from '../../../db/app/items.ts'
import { itemTypes } from '../../fiscal/codes.ts'

export const isService = (row: Pick<ItemRow, 'type'>): boolean => row.type === itemTypes.service
