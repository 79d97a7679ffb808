import { type ComponentType, lazy } from 'react'
import { SellScreen } from '../screens/sell/SellScreen.tsx'
import type { ScreenName } from './screenNames.ts'

/** Sell is there at once; the others come when they are first asked for. */
export const screens: Record<ScreenName, ComponentType> = {
  sell: SellScreen,
  receipts: lazy(async () => ({
    default: (await import('../screens/receipts/ReceiptsScreen.tsx')).ReceiptsScreen,
  })),
  items: lazy(async () => ({ default: (await import('../screens/items/ItemsScreen.tsx')).ItemsScreen })),
  stock: lazy(async () => ({ default: (await import('../screens/stock/StockScreen.tsx')).StockScreen })),
  queue: lazy(async () => ({ default: (await import('../screens/queue/QueueScreen.tsx')).QueueScreen })),
  settings: lazy(async () => ({
    default: (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
  })),
}
