import { adjustStock } from './adjust.ts'
import { findStockMovements } from './findMovements.ts'
import { stockHistory } from './history.ts'
import { stockLevels, valueOfStock } from './levels.ts'
import { stockMovements } from './movements.ts'
import { recordStock } from './record.ts'
import { setStockMaster } from './setMaster.ts'
import { settleStock } from './settle.ts'
import { transferStock } from './transfer.ts'

export const stockHandlers = {
  'stock.levels': stockLevels,
  'stock.value': valueOfStock,
  'stock.history': stockHistory,
  'stock.movements': stockMovements,
  'stock.adjust': adjustStock,
  'stock.settle': settleStock,
  'stock.record': recordStock,
  'stock.findMovements': findStockMovements,
  'stock.transfer': transferStock,
  'stock.setMaster': setStockMaster,
}
