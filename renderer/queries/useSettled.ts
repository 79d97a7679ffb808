import { useEffect, useState } from 'react'

/** A person who types pauses longer than this between words, not between letters; milliseconds. */
const pauseMs = 150

/** What was typed once it has stayed so for a moment: a list asks for whole words, not for each letter. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
