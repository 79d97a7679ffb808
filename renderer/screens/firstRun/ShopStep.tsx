import type { ProfileView } from '../../../core/contract/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { ConnectionFields } from './ConnectionFields.tsx'
import { Step } from './Step.tsx'
import { useConnectionForm } from './useConnectionForm.ts'
import { words } from './words.ts'

interface ShopStepProps {
  /** The profile that was made, whose connection is corrected. */
  profile?: ProfileView
  onMade: () => void
  onPractise: () => void
}

/** Asks for the connection that the authority approved for this till. */
export function ShopStep({ profile: made, onMade, onPractise }: ShopStepProps) {
  const t = useWords(words)
  const form = useConnectionForm(made)
  const create = useAct('profile.create')
  const correct = useAct('profile.correct')
  const practise = useAct('profile.createPractice')
  const enter = useAct('profile.switch')

  async function submit() {
    const input = form.check()
    if (!input) return
    if (made) {
      await correct.mutateAsync({ id: made.id, ...input })
      return onMade()
    }
    const profile = await create.mutateAsync(input)
    onMade()
    await enter.mutateAsync({ id: profile.id })
  }

  async function practiseFirst() {
    const profile = await practise.mutateAsync({ name: t('shop.practiceName'), demoShop: true })
    await enter.mutateAsync({ id: profile.id })
    onPractise()
  }

  return (
    <Step
      step={2}
      title={t('shop.title')}
      onSubmit={() => {
        submit().catch(() => undefined)
      }}
      acts={
        <>
          {!made && (
            <Button
              size={48}
              variant="quiet"
              pending={practise.isPending}
              onPress={() => {
                practiseFirst().catch(() => undefined)
              }}
            >
              {t('shop.practise')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size={48}
            pending={create.isPending || correct.isPending || enter.isPending}
          >
            {t(made ? 'shop.correct' : 'shop.act')}
          </Button>
        </>
      }
    >
      <FailureNote error={practise.error ?? enter.error} />
      <ConnectionFields form={form} failed={create.error ?? correct.error} />
    </Step>
  )
}
