/** Whether a keyboard was used on this window: only then buttons show their keys. */
const key = 'keyboard seen'
let isSeen = false

/** A person pressed a key; a scanner's keys do not count. */
export function keyboardSeen(): void {
  if (isSeen) return
  isSeen = true
  sessionStorage.setItem(key, 'yes')
  document.documentElement.dataset['keyboard'] = ''
}

/** A reload forgets nothing. */
export function recallKeyboard(): void {
  if (sessionStorage.getItem(key) !== null) keyboardSeen()
}
