import { useState } from 'react'
import type { RestState } from '../../../../core/contract/access.ts'
import { restPorts } from '../../../../core/contract/bounds.ts'
import { Button } from '../../../components/Button.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Note } from '../../../components/Note.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { CopyButton } from '../CopyButton.tsx'
import { words } from '../words.ts'

/** The API's address. In a till the owner switches the API on and off and chooses its port; in a gateway it is always on. */
export function RestAddress({ rest }: { rest: RestState }) {
  const t = useWords(words)
  return (
    <>
      {rest.mode === 'switch' && <RestSwitch rest={rest} />}
      {rest.mode === 'always' && <p>{t('software.always')}</p>}
      {rest.mode === 'never' && <p>{t('software.never')}</p>}
      {rest.url && (
        <div className="settings-answer">
          <Facts
            facts={[
              [t('software.address'), <code key="address">{`${rest.url}/api/v1`}</code>],
              [t('software.description'), <code key="description">{`${rest.url}/api/v1/docs`}</code>],
            ]}
          />
          <CopyButton text={`${rest.url}/api/v1`}>{t('software.copyAddress')}</CopyButton>
        </div>
      )}
    </>
  )
}

function RestSwitch({ rest }: { rest: RestState }) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const set = useAct('rest.set')
  const [typed, setTyped] = useState(String(rest.port))
  const port = Number(typed)
  const isPort = /^\d+$/.test(typed) && port >= restPorts.min && port <= restPorts.max
  const on = set.isPending ? set.variables.on : rest.on
  const unused = isPort && port !== rest.port
  return (
    <>
      <Switch
        label={t('software.switch')}
        hint={t('software.switchText')}
        value={on}
        disabled={set.isPending || (!isPort && !on)}
        onChange={(next) => set.mutate({ on: next, port: isPort ? port : rest.port })}
      />
      {rest.problem && (
        <Note
          tone="bad"
          title={t(`software.${rest.problem}`, { port: rest.port })}
          acts={
            <Button pending={set.isPending} onPress={() => set.mutate({ on: true, port: rest.port })}>
              {t('software.again')}
            </Button>
          }
        >
          {t('software.problemText')}
        </Note>
      )}
      <form
        className="settings-add settings-port"
        onSubmit={(event) => {
          event.preventDefault()
          if (unused && !set.isPending) set.mutate({ on: rest.on, port })
        }}
      >
        <TextField
          label={t('software.port')}
          hint={t('software.portHint', { usual: restPorts.usual })}
          value={typed}
          onChange={setTyped}
          error={isPort ? undefined : tCommon('wholeNumber', restPorts)}
          inputMode="numeric"
          maxLength={5}
        />
        {unused && (
          <Button type="submit" pending={set.isPending}>
            {t('software.usePort')}
          </Button>
        )}
      </form>
      <FailureNote error={set.error} />
    </>
  )
}
