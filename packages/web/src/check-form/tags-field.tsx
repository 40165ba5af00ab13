import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { tagsQuery } from '../resources/checks.ts'
import { FieldGroup } from '../schema-form/field-group.tsx'
import { rowLabelOf, type WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'

const typingMs = 200

/** Tags as chips; what other checks have is offered while somebody types. */
export function TagsField({ value, label, help, error, path, form, onChange }: WidgetProps) {
  const id = useId()
  const tags: readonly string[] = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data: suggestions = [] } = useQuery(tagsQuery(useApi(), search))
  const name = rowLabelOf(form.layout, path)
  function add(): void {
    const tag = text.trim()
    if (tag !== '' && !tags.includes(tag)) onChange([...tags, tag])
    setText('')
  }
  const within = form.violations.find((wrong) => wrong.path.startsWith(joinPath(path, '')))
  return (
    <FieldGroup label={label} help={help} error={error ?? within?.message ?? null}>
      {tags.length === 0 ? null : (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="bg-raised inline-flex max-w-full items-center gap-1 rounded pl-2">
              <span className="min-w-0">{tag}</span>
              <button
                type="button"
                className="hover:bg-line cursor-pointer rounded px-2 py-1"
                aria-label={`Remove ${name.toLowerCase()} ${tag}`}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
              >
                <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <input
          className="control"
          aria-label={`New ${name.toLowerCase()}`}
          list={id}
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return
            event.preventDefault()
            add()
          }}
          onBlur={add}
        />
        <Button className="shrink-0 whitespace-nowrap" onClick={add}>
          Add {name.toLowerCase()}
        </Button>
      </div>
      <datalist id={id}>
        {suggestions.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </FieldGroup>
  )
}
