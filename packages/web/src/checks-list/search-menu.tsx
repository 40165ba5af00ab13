import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { useCloseOutside } from '../parts/use-close-outside.ts'

const typingMs = 200

export type Picked = { key: string; name: string; note?: string }

/**
 * Finds one of very many by asking the server while somebody types. `useFound` reads what matches; it is called only
 * while the list is open.
 */
export function SearchMenu({
  what,
  label,
  useFound,
  onPick,
}: {
  /** `tag`, `group` … */
  what: string
  label: ReactNode
  useFound: (search: string) => { found: readonly Picked[] | undefined; isFailed: boolean }
  onPick: (picked: Picked) => void
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
          <Found
            what={what}
            useFound={useFound}
            onPick={(picked) => {
              close()
              onPick(picked)
            }}
          />
        </div>
      ) : null}
    </div>
  )
}

function Found({
  what,
  useFound,
  onPick,
}: {
  what: string
  useFound: (search: string) => { found: readonly Picked[] | undefined; isFailed: boolean }
  onPick: (picked: Picked) => void
}) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { found, isFailed } = useFound(search)
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
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          const [first] = found ?? []
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (first !== undefined && typed.trim() === search) onPick(first)
        }}
      />
      <p
        role="status"
        className={found !== undefined && found.length > 0 ? 'sr-only' : 'text-soft px-2 pt-2'}
      >
        {isFailed ? `The list of ${what}s could not be read.` : wordsFor(what, found)}
      </p>
      <ul ref={list} className="mt-1 max-h-64 overflow-y-auto">
        {(found ?? []).map((picked) => (
          <li key={picked.key}>
            <button
              type="button"
              className="hover:bg-raised flex w-full cursor-pointer justify-between gap-3 rounded px-2 py-1.5 text-left"
              onClick={() => onPick(picked)}
            >
              <span className="min-w-0">{picked.name}</span>
              {picked.note === undefined ? null : <span className="text-soft shrink-0">{picked.note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function wordsFor(what: string, found: readonly Picked[] | undefined): string {
  if (found === undefined) return 'Searching…'
  return found.length === 0 ? `No ${what} matches.` : `${found.length} found`
}
