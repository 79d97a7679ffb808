import { bulkChangeItems } from './bulkChange.ts'
import { chooseClass, listCategoryClasses, listClassesNotChosen } from './chooseClass.ts'
import { setFavourite } from './favourite.ts'
import { findItems } from './find.ts'
import { getItem } from './get.ts'
import { getItems } from './getMany.ts'
import { arrangePages, chooseCategoryColour, itemGrid } from './grid.ts'
import { itemHistory } from './history.ts'
import { importItemRows } from './importRows.ts'
import { listImportLines, listImports } from './imports.ts'
import { undoImport } from './importUndo.ts'
import { listAllItems } from './list.ts'
import { makeOtherItem } from './other.ts'
import { registerGoods, registerItem, registerService } from './register.ts'
import { saveItem } from './save.ts'
import { scanItem } from './scan.ts'
import { searchForItems } from './search.ts'

export const itemHandlers = {
  'item.search': searchForItems,
  'item.scan': scanItem,
  'item.grid': itemGrid,
  'item.arrange': arrangePages,
  'item.categoryColour': chooseCategoryColour,
  'item.list': listAllItems,
  'item.get': getItem,
  'item.history': itemHistory,
  'item.getMany': getItems,
  'item.save': saveItem,
  'item.importRows': importItemRows,
  'item.imports': listImports,
  'item.importLines': listImportLines,
  'item.importUndo': undoImport,
  'item.bulkChange': bulkChangeItems,
  'item.categoryClasses': listCategoryClasses,
  'item.classesNotChosen': listClassesNotChosen,
  'item.chooseClass': chooseClass,
  'item.other': makeOtherItem,
  'item.favourite': setFavourite,
  'item.registerService': registerService,
  'item.registerGoods': registerGoods,
  'item.register': registerItem,
  'item.find': findItems,
}
