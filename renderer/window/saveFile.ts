/** Saves a text file where the browser saves files, or where the person chooses. To be called from a press. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = name
  link.click()
  // At once would be before some browsers have read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
