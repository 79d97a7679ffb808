import { guide as en } from '../i18n/en/guide.ts'
import { defineWords } from '../i18n/index.ts'
import { guide as sw } from '../i18n/sw/guide.ts'
// The guide names buttons of every screen, and most screens are loaded later than the guide.
import '../i18n/common.ts'
import '../screens/activity/words.ts'
import '../screens/firstRun/words.ts'
import '../screens/items/words.ts'
import '../screens/queue/words.ts'
import '../screens/receipts/words.ts'
import '../screens/sell/payment/words.ts'
import '../screens/sell/sale/words.ts'
import '../screens/settings/words.ts'
import '../screens/shift/words.ts'
import '../screens/stock/words.ts'
import '../screens/unlock/words.ts'
import '../window/recoveryWords.ts'

export const words = defineWords('guide', { en, sw })
