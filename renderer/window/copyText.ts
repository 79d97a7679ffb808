/** The way that needs no permission: windows of the till grant none. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  // A dialogue keeps the focus inside, so a text area outside of it could not be selected.
  const place = document.activeElement?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  const before = document.activeElement
  place.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}

/** Whether the text can be pasted elsewhere now. To be called from a press. */
export async function copyText(text: string): Promise<boolean> {
  if (copySelected(text)) return true
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
