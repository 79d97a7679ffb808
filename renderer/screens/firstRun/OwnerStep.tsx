import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { OwnerFields, useOwnerForm } from './OwnerFields.tsx'
import { Step } from './Step.tsx'
import { words } from './words.ts'

interface OwnerStepProps {
  /** Nothing follows: the profile is there already. */
  alone: boolean
  /** The step that follows. */
  first?: 'shop' | 'restore'
  onBack?: () => void
}

export function OwnerStep({ alone, first, onBack }: OwnerStepProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const form = useOwnerForm()
  const create = useAct('workspace.createOwner')
  return (
    <Step
      {...(alone ? {} : { step: 'owner' })}
      title={t('owner.title')}
      onSubmit={() => form.owner && create.mutate({ ...form.owner, ...(first ? { first } : {}) })}
      acts={
        <>
          {onBack && (
            <Button size={48} onPress={onBack}>
              {tc('acts.back')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size={48}
            disabled={form.owner === null}
            pending={create.isPending}
          >
            {t('next')}
          </Button>
        </>
      }
    >
      <p>{t(alone ? 'owner.needed' : 'owner.hint')}</p>
      <FailureNote error={create.error} />
      <OwnerFields form={form} />
    </Step>
  )
}
