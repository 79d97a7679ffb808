import type { KeyboardEvent } from 'react'

/** Enter in a text field does the obvious next thing; on a button it presses the button. */
export const onEnter =
  (run: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.repeat || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    run()
  }
