import { displayPage } from './customerDisplay.ts'

/** Opens the customer display, or brings it to the front. false: the browser blocks new windows. */
export function openDisplay(): boolean {
  const opened = window.open(displayPage, 'kaunta-display', 'popup,width=1024,height=600')
  opened?.focus()
  // Electron opens a window of its own, on the second screen if there is one, and answers null.
  return opened !== null || window.kaunta !== undefined
}
