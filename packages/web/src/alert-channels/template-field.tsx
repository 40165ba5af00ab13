import { useId, useRef } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { templateVariables } from './template-variables.ts'

/** The body of a webhook, with the variables that it can name beside it: one press puts a name where the cursor is. */
export function TemplateField({ value, label, help, error, onChange }: WidgetProps) {
  const text = typeof value === 'string' ? value : ''
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()

  function insert(name: string): void {
    const area = box.current?.querySelector('textarea')
    if (!area) return
    const { selectionStart, selectionEnd } = area
    const placeholder = `{{${name}}}`
    onChange(`${text.slice(0, selectionStart)}${placeholder}${text.slice(selectionEnd)}`)
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(selectionStart + placeholder.length, selectionStart + placeholder.length)
    })
  }

  return (
    // By the room that the form has, which is a third of the screen where deliveries are beside it.
    <div ref={box} className="@container">
      <div className="grid gap-3 @2xl:grid-cols-[minmax(0,1fr)_18rem]">
        <Field label={label} help={help} error={error}>
          {(control) => (
            <textarea
              {...control}
              className="control font-mono md:text-xs"
              rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
              value={text}
              placeholder="Empty: the default JSON, or the body of the preset"
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
            />
          )}
        </Field>
        <div>
          <h3 id={listId} className="mb-1">
            Insert a variable
          </h3>
          <ul
            aria-labelledby={listId}
            className="border-line max-h-64 overflow-y-auto rounded-md border p-1 text-xs @2xl:max-h-96"
          >
            {templateVariables.map(([name, meaning]) => (
              <li key={name}>
                <Button
                  look="quiet"
                  className="w-full flex-col items-start! gap-0! text-left"
                  onClick={() => insert(name)}
                >
                  <code>{name}</code>
                  <span className="text-soft font-normal">{meaning}</span>
                </Button>
              </li>
            ))}
          </ul>
          <p className="text-soft mt-1 text-xs">
            Also any variable or secret of the account or the group, by its key. Handlebars: {'{{#if …}}'},{' '}
            {'{{#each …}}'}, {'{{#eq ALERT_CLASS "failure"}}'}.
          </p>
        </div>
      </div>
    </div>
  )
}
