import { useEffect } from 'react'
import type { Role } from '../../core/contract/fields.ts'
import type { Place } from '../guide/pages.ts'
import { useKeysEverywhere } from '../input/keys.ts'
import { closeHelp, openHelp, useHelpOpen } from '../window/help.ts'
import { late } from '../window/late.ts'

export const Guide = late(async () => (await import('../guide/Guide.tsx')).Guide)

/** The guide by F1, and wherever something asks for it. It closes with the screen under it. */
export function Help({ place, reader }: { place: Place; reader: Role | null }) {
  const isOpen = useHelpOpen()
  useKeysEverywhere([{ key: 'F1', run: openHelp }])
  useEffect(() => closeHelp, [])
  if (!isOpen) return null
  return <Guide place={place} reader={reader} onClose={closeHelp} />
}
