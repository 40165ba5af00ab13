import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { useCloseOutside } from '../parts/use-close-outside.ts'

const typingMs = 200

export type MenuOption = { key: string; name: string; note?: string }

/**
 * Finds one of very many by asking the server while somebody types. `useOptions` reads what matches; it is called only
 * while the list is open.
 */
export function SearchMenu({
  what,
  label,
  useOptions,
  onPick,
}: {
  /** `tag`, `group` … */
  what: string
  label: ReactNode
  useOptions: (search: string) => { options: readonly MenuOption[] | undefined; isFailed: boolean }
  onPick: (picked: MenuOption) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useCloseOutside(box, isOpen, setIsOpen)
  const close = () => {
    setIsOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  return (
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        // A dialog around it stays open.
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        {label} <span aria-hidden="true">▾</span>
      </Button>
      {isOpen ? (
        <div
          id={id}
          className="bg-card border-line absolute left-0 z-30 mt-1 w-72 max-w-[80vw] rounded-md border p-2 shadow-lg"
        >
          <MatchList
            what={what}
            useOptions={useOptions}
            onPick={(option) => {
              close()
              onPick(option)
            }}
          />
        </div>
      ) : null}
    </div>
  )
}

function MatchList({
  what,
  useOptions,
  onPick,
}: {
  what: string
  useOptions: (search: string) => { options: readonly MenuOption[] | undefined; isFailed: boolean }
  onPick: (picked: MenuOption) => void
}) {
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  const { options: matches, isFailed } = useOptions(search)
  const list = useRef<HTMLUListElement>(null)
  function step(event: React.KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[event.key === 'ArrowDown' ? at + 1 : Math.max(0, at - 1)]?.focus()
  }
  return (
    <div onKeyDown={step}>
      <input
        type="search"
        autoFocus
        aria-label={`Search for a ${what}`}
        placeholder={`Search for a ${what}`}
        className="control"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const [first] = matches ?? []
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (first !== undefined && text.trim() === search) onPick(first)
        }}
      />
      <p
        role="status"
        className={matches !== undefined && matches.length > 0 ? 'sr-only' : 'text-soft px-2 pt-2'}
      >
        {isFailed ? `The list of ${what}s could not be loaded.` : wordsFor(what, matches)}
      </p>
      <ul ref={list} className="mt-1 max-h-64 overflow-y-auto">
        {(matches ?? []).map((option) => (
          <li key={option.key}>
            <button
              type="button"
              className="hover:bg-raised flex w-full cursor-pointer justify-between gap-3 rounded px-2 py-1.5 text-left"
              onClick={() => onPick(option)}
            >
              <span className="min-w-0">{option.name}</span>
              {option.note === undefined ? null : <span className="text-soft shrink-0">{option.note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function wordsFor(what: string, matches: readonly MenuOption[] | undefined): string {
  if (matches === undefined) return 'Searching…'
  return matches.length === 0 ? `No ${what} matches.` : `${matches.length} found`
}
