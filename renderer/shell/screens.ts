import type { ComponentType } from 'react'
import { inBackground } from '../bridge/background.ts'
import { SellScreen } from '../screens/sell/SellScreen.tsx'
import { late } from '../window/late.ts'
import type { ScreenName } from '../window/screenNames.ts'
import { loadGuide } from './Help.tsx'

const loaders = {
  receipts: async () => (await import('../screens/receipts/ReceiptsScreen.tsx')).ReceiptsScreen,
  customers: async () => (await import('../screens/customers/CustomersScreen.tsx')).CustomersScreen,
  shift: async () => (await import('../screens/shift/ShiftScreen.tsx')).ShiftScreen,
  items: async () => (await import('../screens/items/ItemsScreen.tsx')).ItemsScreen,
  stock: async () => (await import('../screens/stock/StockScreen.tsx')).StockScreen,
  queue: async () => (await import('../screens/queue/QueueScreen.tsx')).QueueScreen,
  activity: async () => (await import('../screens/activity/ActivityScreen.tsx')).ActivityScreen,
  settings: async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
}

/** Sell is there at once; the others come when they are first asked for. */
export const screens: Record<ScreenName, ComponentType> = {
  sell: SellScreen,
  receipts: late(loaders.receipts),
  customers: late(loaders.customers),
  shift: late(loaders.shift),
  items: late(loaders.items),
  stock: late(loaders.stock),
  queue: late(loaders.queue),
  activity: late(loaders.activity),
  settings: late(loaders.settings),
}

/** Fetches the other screens and the guide while nobody waits, so that they are here should the host be gone later. */
export function loadScreens(): () => void {
  const waiting = requestIdleCallback(() => {
    inBackground(Promise.allSettled([...Object.values(loaders), loadGuide].map((load) => load())))
  })
  return () => cancelIdleCallback(waiting)
}
