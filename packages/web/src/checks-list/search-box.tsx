import { useEffect, useRef, useState } from 'react'

const typingMs = 250

/** What is typed goes into the address after a short rest. "/" leads here from anywhere on the screen. */
export function SearchBox({
  text,
  what,
  maxLength,
  onSearch,
}: {
  text: string
  /** In the sentence "Search …". */
  what: string
  maxLength: number
  onSearch: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const box = useRef<HTMLInputElement>(null)
  const told = useRef(text)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  // The address may change without the box: by the back button or a link.
  useEffect(() => {
    if (text !== told.current) {
      told.current = text
      setTyped(text)
    }
  }, [text])
  useEffect(() => {
    if (typed.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = typed.trim()
      latest.current(told.current)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const focusBySlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', focusBySlash)
    return () => document.removeEventListener('keydown', focusBySlash)
  }, [])
  return (
    <input
      ref={box}
      type="search"
      aria-label={`Search ${what}`}
      aria-keyshortcuts="/"
      title="Press / to come here"
      placeholder={`Search ${what}`}
      className="control max-w-80 min-w-40 flex-1"
      value={typed}
      maxLength={maxLength}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, dialog, [contenteditable]') !== null
}
