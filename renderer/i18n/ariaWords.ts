/**
 * What React Aria says to those who do not see the screen: it knows no Kiswahili, and speaks the browser's language, not
 * the till's. These are the names under which it looks for words from outside; it wants all of each package it draws.
 */
import { common } from './common.ts'
import { say } from './index.ts'

Object.assign(globalThis, {
  [Symbol.for('react-aria.i18n.locale')]: 'en-KE',
  [Symbol.for('react-aria.i18n.strings')]: {
    '@react-aria/overlays': { dismiss: () => say(common, 'acts.dismiss') },
    '@react-aria/searchfield': { 'Clear search': () => say(common, 'acts.clear') },
    // Nothing here opens by a long press, and every list to choose from has its own words while nothing is chosen.
    '@react-aria/menu': { longPressMessage: () => '' },
    'react-aria-components': { selectPlaceholder: () => '' },
  },
})
