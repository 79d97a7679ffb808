import { useState } from 'react'
import type { Settings } from '../../../core/contract/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { notify } from '../../components/notices.ts'
import { StateWord } from '../../components/StateWord.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { navigate } from '../../window/navigation.ts'
import { BackupSection } from './backups/BackupSection.tsx'
import { SerialSection } from './hardware/SerialSection.tsx'
import { ApprovalsSection } from './people/ApprovalsSection.tsx'
import { PrinterSection } from './printing/PrinterSection.tsx'
import { ScaleSection } from './scanning/ScaleSection.tsx'
import { ScannerSection } from './scanning/ScannerSection.tsx'
import type { SectionName } from './sections.ts'
import { useSettingsDraft } from './settingsDraft.ts'
import { settingsProblems } from './settingsProblems.ts'
import { SellingSection } from './shop/SellingSection.tsx'
import { ShopSection } from './shop/ShopSection.tsx'
import { TendersSection } from './shop/TendersSection.tsx'
import { words } from './words.ts'

type SavedSection = Extract<
  SectionName,
  'shop' | 'printer' | 'serial' | 'scanner' | 'scale' | 'selling' | 'tenders' | 'approvals' | 'backup'
>

const sectionOf = { tradeName: 'shop', tillName: 'shop', scaleRules: 'scale', tenders: 'tenders' } as const

interface SavedSectionsProps {
  name: SavedSection
  profileId: string
  saved: Settings
}

/** The sections that are changed first and saved together. */
export function SavedSections({ name, profileId, saved }: SavedSectionsProps) {
  const t = useWords(words)
  const draft = useSettingsDraft(profileId, saved)
  const [asked, setAsked] = useState(false)
  const Section = {
    shop: ShopSection,
    printer: PrinterSection,
    serial: SerialSection,
    scanner: ScannerSection,
    scale: ScaleSection,
    selling: SellingSection,
    tenders: TendersSection,
    approvals: ApprovalsSection,
    backup: BackupSection,
  }[name]

  async function save() {
    setAsked(true)
    const [problem] = settingsProblems(draft.settings)
    if (problem) {
      navigate('settings', { section: sectionOf[problem] })
      return
    }
    await draft.save()
    setAsked(false)
    notify({ tone: 'ok', text: t('saved') })
  }
  // The failure of a save is shown above the buttons.
  const trySave = () => {
    save().catch(() => undefined)
  }
  useKeys([{ key: 'F9', label: t('save'), run: trySave, enabled: draft.dirty && !draft.saving }])

  return (
    <>
      <Section draft={draft} asked={asked} />
      {draft.dirty && (
        <footer className="settings-save">
          <FailureNote error={draft.error} />
          <div>
            <StateWord tone="wait">{t('unsaved')}</StateWord>
            <Button onPress={draft.undo}>{t('undo')}</Button>
            <Button variant="primary" keyCap="F9" pending={draft.saving} onPress={trySave}>
              {t('save')}
            </Button>
          </div>
        </footer>
      )}
    </>
  )
}
