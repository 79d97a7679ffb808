/** Saves a file where the browser saves files, or where the person chooses. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // At once would be before some browsers have read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
