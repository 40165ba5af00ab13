import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isTyping, plainKey } from './keys.ts'

const place = 'sonde-letter-keys'
const listeners = new Set<() => void>()

/** Whether single letters act: who dictates, or hits keys by chance, switches them off. */
export function useLettersOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areLettersOn)
}

function areLettersOn(): boolean {
  return localStorage.getItem(place) !== 'off'
}

export function switchLetters(isOn: boolean): void {
  if (isOn) localStorage.removeItem(place)
  else localStorage.setItem(place, 'off')
  for (const listener of listeners) listener()
}

/** Calls `take` for each letter outside of fields; what returns true was meant for it and goes no further. */
export function useLetterKeys(take: (key: string, event: KeyboardEvent) => boolean): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = plainKey(event)
      if (key === null || event.repeat || event.defaultPrevented || isTyping(event.composedPath()[0] ?? null))
        return
      // The list of keys says how to switch them on again.
      if (key !== '?' && !areLettersOn()) return
      if (latest.current(key, event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
