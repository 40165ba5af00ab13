import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Field } from '../parts/field.tsx'

const typingMs = 200

export type PickerOption = { id: string; name: string; detail?: string }

/** Finds one of very many by asking the server while somebody types; nothing is asked for before that. */
export function SearchPicker({
  label,
  isLabelHidden = false,
  placeholder,
  queryKey,
  search,
  onPick,
}: {
  label: string
  isLabelHidden?: boolean
  placeholder?: string
  /** Begins the keys of what was found. */
  queryKey: readonly unknown[]
  search: (text: string, signal: AbortSignal) => Promise<PickerOption[]>
  onPick: (option: PickerOption) => void
}) {
  const [inputText, setInputText] = useState('')
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()
  useEffect(() => {
    const timer = setTimeout(() => setText(inputText.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [inputText])
  const query = useQuery({
    queryKey: [...queryKey, text],
    queryFn: ({ signal }) => search(text, signal),
    enabled: isOpen,
  })
  const options = query.data ?? []
  useEffect(() => setActive(0), [text])
  function pick(option: PickerOption): void {
    setInputText('')
    setIsOpen(false)
    onPick(option)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) {
      // A dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      setIsOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((before) => Math.min(options.length - 1, Math.max(0, before + (isOpen ? step : 0))))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[active]
      if (isOpen && option !== undefined && inputText.trim() === text) pick(option)
    }
  }
  const isListed = isOpen && options.length > 0
  return (
    <div
      ref={box}
      className="relative w-64 max-w-full"
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || box.current?.contains(relatedTarget) !== true)
          setIsOpen(false)
      }}
    >
      <Field label={label} isLabelHidden={isLabelHidden}>
        {(control) => (
          <input
            {...control}
            role="combobox"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isListed ? `${listId}-${active}` : undefined}
            autoComplete="off"
            className="control"
            placeholder={placeholder}
            value={inputText}
            onFocus={() => setIsOpen(true)}
            onClick={() => setIsOpen(true)}
            onChange={({ target }) => {
              setInputText(target.value)
              setIsOpen(true)
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {isOpen ? (
        <div className="bg-card border-line absolute left-0 z-30 mt-1 w-full rounded-md border p-1 shadow-lg">
          <p role="status" className={isListed ? 'sr-only' : 'text-soft px-2 py-1.5'}>
            {wordsFor(query.isError, query.data)}
          </p>
          {isListed ? (
            <ul id={listId} role="listbox" aria-label={label} className="max-h-64 overflow-y-auto">
              {options.map((option, index) => (
                <li
                  key={option.id}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className="hover:bg-raised aria-selected:bg-accent-wash cursor-pointer rounded px-2 py-1.5"
                  // Keeps the focus, and with it the list, until the click is over.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => pick(option)}
                >
                  {option.name}
                  {option.detail === undefined ? null : (
                    <span className="text-soft block text-xs">{option.detail}</span>
                  )}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function wordsFor(isFailed: boolean, options: readonly PickerOption[] | undefined): string {
  if (isFailed) return 'The list could not be read.'
  if (options === undefined) return 'Searching…'
  return options.length === 0 ? 'Nothing matches.' : `${options.length} found`
}
