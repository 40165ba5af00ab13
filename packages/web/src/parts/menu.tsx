import { useId, useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { useCloseByEscape } from './use-close-by-escape.ts'
import { useCloseOutside } from './use-close-outside.ts'

/** A button that opens a short list of further actions. Its items are `MenuItem`s or links. */
export function Menu({
  label,
  look = 'plain',
  children,
}: {
  label: ReactNode
  look?: ButtonLook
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useCloseOutside(box, isOpen, setIsOpen)
  useCloseByEscape(box, isOpen, setIsOpen)
  return (
    <div ref={box} className="relative">
      <Button
        look={look}
        className="whitespace-nowrap"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label} <span aria-hidden="true">▾</span>
      </Button>
      {isOpen ? (
        <div
          id={id}
          onClick={() => {
            setIsOpen(false)
            // The item goes away with the list: a dialog that it opens gives the focus back to the button.
            box.current?.querySelector('button')?.focus()
          }}
          className="bg-card border-line absolute right-0 z-30 mt-1 flex min-w-48 flex-col rounded-md border p-1 shadow-lg"
        >
          {children}
        </div>
      ) : null}
    </div>
  )
}

export const menuItemClasses =
  'text-ink hover:bg-raised block w-full cursor-pointer rounded px-3 py-1.5 text-left no-underline hover:no-underline'

export function MenuItem({
  onSelect,
  isDanger = false,
  children,
}: {
  onSelect: () => void
  isDanger?: boolean
  children: ReactNode
}) {
  return (
    <button type="button" onClick={onSelect} className={`${menuItemClasses} ${isDanger ? 'text-bad' : ''}`}>
      {children}
    </button>
  )
}
