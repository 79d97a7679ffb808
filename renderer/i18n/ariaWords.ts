/**
 * React Aria's texts for screen readers. React Aria knows no Kiswahili, and follows the browser's language, not the till's.
 * It looks up outside texts under these names, and needs all texts of each package that it renders.
 */
import { common } from './common.ts'
import { say } from './index.ts'

const dated =
  (key: 'selected' | 'today' | 'todaySelected') =>
  ({ date }: { date: string }) =>
    say(common, `calendar.${key}`, { date })

Object.assign(globalThis, {
  [Symbol.for('react-aria.i18n.locale')]: 'en-KE',
  [Symbol.for('react-aria.i18n.strings')]: {
    '@react-aria/overlays': { dismiss: () => say(common, 'acts.dismiss') },
    '@react-aria/searchfield': { 'Clear search': () => say(common, 'acts.clear') },
    // Ranges of days are not chosen here.
    '@react-aria/calendar': {
      previous: () => say(common, 'calendar.previous'),
      next: () => say(common, 'calendar.next'),
      selectedDateDescription: dated('selected'),
      dateSelected: dated('selected'),
      todayDate: dated('today'),
      todayDateSelected: dated('todaySelected'),
      minimumDate: () => say(common, 'calendar.first'),
      maximumDate: () => say(common, 'calendar.last'),
    },
    // Nothing here opens by a long press, and every list to choose from has its own words while nothing is chosen.
    '@react-aria/menu': { longPressMessage: () => '' },
    'react-aria-components': { selectPlaceholder: () => '' },
  },
})
