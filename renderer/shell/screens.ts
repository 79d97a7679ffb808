import type { ComponentType } from 'react'
import { inBackground } from '../bridge/background.ts'
import { SellScreen } from '../screens/sell/SellScreen.tsx'
import { late } from '../window/late.ts'
import type { ScreenName } from '../window/screenNames.ts'
import { Guide } from './Help.tsx'

const others = {
  receipts: late(async () => (await import('../screens/receipts/ReceiptsScreen.tsx')).ReceiptsScreen),
  customers: late(async () => (await import('../screens/customers/CustomersScreen.tsx')).CustomersScreen),
  shift: late(async () => (await import('../screens/shift/ShiftScreen.tsx')).ShiftScreen),
  items: late(async () => (await import('../screens/items/ItemsScreen.tsx')).ItemsScreen),
  stock: late(async () => (await import('../screens/stock/StockScreen.tsx')).StockScreen),
  purchases: late(async () => (await import('../screens/purchases/PurchasesScreen.tsx')).PurchasesScreen),
  transfers: late(async () => (await import('../screens/transfers/TransfersScreen.tsx')).TransfersScreen),
  queue: late(async () => (await import('../screens/queue/QueueScreen.tsx')).QueueScreen),
  activity: late(async () => (await import('../screens/activity/ActivityScreen.tsx')).ActivityScreen),
  settings: late(async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen),
}

/** Sell is there at once; the others come when they are first asked for. */
export const screens: Record<ScreenName, ComponentType> = { sell: SellScreen, ...others }

/** Fetches the other screens and the guide while nobody waits, so that they are here should the host be gone later. */
export function loadScreens(): () => void {
  const waiting = requestIdleCallback(() => {
    inBackground(Promise.allSettled([...Object.values(others), Guide].map(({ load }) => load())))
  })
  return () => cancelIdleCallback(waiting)
}
