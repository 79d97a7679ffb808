import { Icon } from '../components/Icon.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useKeys } from '../input/keys.ts'
import { useCall } from '../queries/calls.ts'
import { navigate } from '../window/navigation.ts'
import { behind, railRole, type ScreenName, screenNames } from '../window/screenNames.ts'
import { useHere } from '../window/session.ts'
import './Rail.css'

/** The first place of the rail is `Alt+1`, the tenth `Alt+0`. */
const placeKey = (index: number) => `Alt+${(index + 1) % 10}`

/** The links to the screens. */
export function Rail({ current }: { current: ScreenName }) {
  const t = useWords(common)
  const { may } = useHere()
  const { data: status } = useCall('status.get', {})
  const places = screenNames.filter((name) => !behind[name] && may(railRole[name] ?? 'cashier'))
  useKeys(places.map((name, index) => ({ key: placeKey(index), run: () => navigate(name) })))
  const needs = status?.salesToFix ?? 0
  const owed = needs || (status?.waitingSales ?? 0)
  return (
    <nav className="rail" aria-label={t('frame.rail')}>
      {places.map((name, index) => (
        <a
          key={name}
          href={`#/${name}`}
          title={placeKey(index)}
          aria-keyshortcuts={placeKey(index)}
          aria-current={name === (behind[current] ?? current) ? 'page' : undefined}
        >
          <Icon name={name} />
          <span>{t(`screens.${name}`)}</span>
          {name === 'queue' && owed > 0 && (
            <span className="rail-badge" data-tone={needs > 0 ? 'bad' : 'wait'}>
              <span aria-hidden="true">{needs > 0 ? `!${needs}` : owed}</span>
              <span className="visually-hidden">
                {needs > 0 ? t('frame.needsYou', { count: needs }) : t('frame.waiting', { count: owed })}
              </span>
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}
