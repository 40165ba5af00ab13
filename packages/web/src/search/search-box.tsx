import { useEffect, useRef, useState } from 'react'
import { useLetterKeys } from '../palette/use-letter-keys.ts'
import { useIsHere } from '../parts/leaving/use-is-here.ts'

const typingMs = 250

/** A search whose text is in the address: what is typed goes there after a short rest. */
export function SearchBox({
  label,
  value,
  maxLength,
  hasShortcut = false,
  className,
  onChange,
}: {
  label: string
  value: string
  maxLength?: number
  /** "/" leads here from anywhere on the screen. */
  hasShortcut?: boolean
  className?: string
  onChange: (text: string) => void
}) {
  const [inputText, setInputText] = useState(value)
  const box = useRef<HTMLInputElement>(null)
  const lastValue = useRef(value)
  const latest = useRef(onChange)
  const isHere = useIsHere()
  useEffect(() => {
    latest.current = onChange
  })
  // The address may change without the box: by the back button or a link.
  useEffect(() => {
    if (value !== lastValue.current) {
      lastValue.current = value
      setInputText(value)
    }
  }, [value])
  useEffect(() => {
    if (inputText.trim() === lastValue.current) return
    const timer = setTimeout(() => {
      if (!isHere()) return
      lastValue.current = inputText.trim()
      latest.current(lastValue.current)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [inputText])
  useLetterKeys((key) => {
    if (!hasShortcut || key !== '/') return false
    box.current?.focus()
    box.current?.select()
    return true
  })
  return (
    <div className={className}>
      <input
        ref={box}
        type="search"
        aria-label={label}
        {...(hasShortcut ? { 'aria-keyshortcuts': '/', title: 'Press / to search' } : {})}
        placeholder={label}
        className="control"
        value={inputText}
        maxLength={maxLength}
        onChange={({ target }) => setInputText(target.value)}
      />
    </div>
  )
}
