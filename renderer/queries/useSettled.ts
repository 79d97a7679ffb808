import { useEffect, useState } from 'react'

/** A person who types pauses longer than this between words, not between letters; milliseconds. */
const pauseMs = 150

/** Returns the text once it has not changed for a moment, so that a list does not search for each letter. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
