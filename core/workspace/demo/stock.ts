/** Fills a practice profile with the demo shop, through the same functions as every other data. */
import { takeNumber } from '../../../db/profile/lanes.ts'
import { writeSetting } from '../../../db/profile/settings.ts'
import { insertShift } from '../../../db/profile/shifts.ts'
import type { Author } from '../../authority/port.ts'
import { install } from '../../controlUnit/install.ts'
import { pullReferenceData } from '../../controlUnit/pullReferenceData.ts'
import { sumOfDenominations } from '../../fiscal/cash.ts'
import type { Profile } from '../../profile/profile.ts'
import { keepCustomer } from '../../shop/customers/keepCustomer.ts'
import { storeItem } from '../../shop/items/storeItem.ts'
import { recordMovements } from '../../shop/stock/recordMovements.ts'
import { demoCustomers, demoFloat, demoItems, demoShop } from './shop.ts'

/** Initialises the practice device, stocks the goods and queues their registrations. */
export const stockDemoShop = async (profile: Profile, author: Author): Promise<void> => {
  const { db } = profile
  const installed = await install(profile, null)
  if (!installed.ok) throw new Error(installed.error.message)
  await pullReferenceData(profile)
  db.transaction(() => {
    writeSetting(db, 'shop', {
      tradeName: demoShop.name,
      address: demoShop.address,
      city: demoShop.city,
      phone: demoShop.phone,
      headerMessage: demoShop.headerMessage,
      footerMessage: demoShop.footerMessage,
    })
    const opening: { itemId: number; quantity: number }[] = []
    for (const item of demoItems) {
      const stored = storeItem(
        profile,
        {
          name: item.name,
          barcode: item.barcode,
          category: item.category,
          type: item.type,
          tax_type: item.taxType,
          price: item.price,
          item_class: item.itemClass,
          class_alias: null,
          class_chosen: 1,
          origin_country: 'KE',
          package_unit: item.packageUnit,
          quantity_unit: item.quantityUnit,
          standard_name: null,
          batch_number: null,
          additional_info: null,
          description: null,
          low_stock: item.lowStock,
          active: 1,
          favourite: item.favourite ? 1 : 0,
        },
        { author },
      )
      if (!stored.ok) throw new Error(`${item.name}: ${stored.error.message}`)
      if (item.openingStock) opening.push({ itemId: stored.item.id, quantity: item.openingStock })
    }
    recordMovements(profile, { type: '06', lines: opening, remark: 'Opening stock' }, author)
    writeSetting(db, 'shiftRequired', true)
    insertShift(db, {
      uid: profile.ports.ids.uuid(),
      number: takeNumber(db, 'shift'),
      opened_at: profile.now(),
      author_id: author.id,
      author_name: author.name,
      float: sumOfDenominations(demoFloat),
      counted: JSON.stringify(demoFloat),
      after_invoice: 0,
      request_id: profile.ports.ids.uuid(),
    })
    for (const customer of demoCustomers) keepCustomer(profile, undefined, customer, author)
  })
  profile.saveSettings({}, author.name)
  profile.submitter.wake()
}
