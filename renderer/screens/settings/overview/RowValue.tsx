import type { Settings } from '../../../../core/contract/workspace.ts'
import { common } from '../../../i18n/common.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { useLanguage, useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { useThemeChoice } from '../../../window/theme.ts'
import { HubValue } from '../../hub/HubValue.tsx'
import type { RowName } from '../sections.ts'
import { words } from '../words.ts'

/** What a setting is at present, in a few words. */
export function RowValue({ row }: { row: RowName }) {
  switch (row) {
    case 'people':
      return <PeopleValue />
    case 'device':
      return <DeviceValue />
    case 'profiles':
      return <ProfilesValue />
    case 'reference':
      return <ReferenceValue />
    case 'backup':
      return <BackupValue />
    case 'update':
      return <UpdateValue />
    case 'look':
      return <LookValue />
    case 'software':
      return <SoftwareValue />
    case 'outage':
      return <OutageValue />
    case 'hub':
      return <HubValue />
    case 'activity':
    case 'guide':
    case 'display':
    case 'diagnostics':
      return <Hint row={row} />
    default:
      return <SavedValue row={row} />
  }
}

const joined = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join(' · ')

function Hint({ row }: { row: 'activity' | 'guide' | 'diagnostics' | 'display' }) {
  return useWords(words)(`hint.${row}`)
}

type SavedRow = Extract<
  RowName,
  'shop' | 'printer' | 'serial' | 'selling' | 'tenders' | 'approvals' | 'scanner' | 'scale'
>

function SavedValue({ row }: { row: SavedRow }) {
  const t = useWords(words)
  const { data } = useCall('settings.get', {})
  const texts: Record<SavedRow, (saved: Settings) => string> = {
    shop: ({ shop, paper }) => joined(shop.tradeName || t('hint.noName'), t(`shop.paperText.${paper}`)),
    printer: ({ printer }) =>
      printer.kind === 'system' ? (printer.name ?? t('printer.usual')) : t(`printer.${printer.kind}`),
    serial: ({ scale, pole }) =>
      joined(scale ? t('serial.scale') : t('serial.noScale'), pole !== null && t('serial.pole')),
    selling: ({ cashierDiscount, blockBelowStock }) =>
      joined(
        t('hint.discount', { percent: cashierDiscount }),
        blockBelowStock && t('selling.blockBelowStock'),
      ),
    tenders: ({ tenders }) => t('hint.tenders', { count: tenders.filter(({ on }) => on).length }),
    approvals: ({ acts }) =>
      t('hint.approvals', {
        count: Object.values(acts).filter(({ cashier }) => cashier === 'approval').length,
      }),
    scanner: ({ scanner }) => t('hint.scanner', { count: scanner.minimumLength }),
    scale: ({ scaleRules }) => t('hint.rules', { count: scaleRules.length }),
  }
  return data ? texts[row](data) : null
}

function PeopleValue() {
  const t = useWords(words)
  const { data } = useCall('user.list', {})
  return data ? t('hint.people', { count: data.people.filter(({ active }) => active).length }) : null
}

function DeviceValue() {
  const t = useWords(words)
  const { profile } = useHere()
  const { data } = useCall('device.status', {})
  return data
    ? joined(t(data.ready ? 'device.ready' : 'device.notReady'), t(`environment.${profile.environment}`))
    : null
}

function ProfilesValue() {
  const t = useWords(words)
  const { profile } = useHere()
  const { data } = useCall('profile.list', {})
  return data ? joined(profile.name, t('hint.shops', { count: data.profiles.length })) : null
}

function ReferenceValue() {
  const t = useWords(words)
  const { data } = useCall('reference.state', {})
  if (!data) return null
  return `${t('reference.last')}: ${data.lastSyncAt === null ? t('reference.never') : formatMoment(data.lastSyncAt)}`
}

function BackupValue() {
  const t = useWords(words)
  const { data } = useCall('backup.list', {})
  if (!data) return null
  if (data.failure) return t(`backup.failed.${data.failure.place}`)
  const [newest] = data.files
  return newest ? t('backup.newest', { time: formatMoment(newest.madeAt) }) : t('hint.noBackup')
}

function LookValue() {
  const t = useWords(common)
  const theme = useThemeChoice()
  return joined(useLanguage() === 'sw' ? 'Kiswahili' : 'English', t(`theme.${theme}`))
}

function SoftwareValue() {
  const t = useWords(words)
  const { data } = useCall('apiKey.list', {})
  return data
    ? t('hint.keys', { count: data.keys.filter(({ revokedAt }) => revokedAt === null).length })
    : null
}

function UpdateValue() {
  const t = useWords(words)
  const { data } = useCall('update.get', {})
  if (!data) return null
  return data.step === 'ready' ? t('update.ready', { version: data.next ?? '' }) : data.version
}

function OutageValue() {
  const t = useWords(words)
  const { data } = useCall('practice.get', {})
  return data?.mode ? t(`outage.${data.mode}`) : null
}
