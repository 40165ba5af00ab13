import { useId, useRef, useState } from 'react'
import { isRecord } from '@sonde/ground/is-record.ts'
import { Button } from '../parts/button.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'
import { CardServices } from './card-services.tsx'
import { moveItem } from './move-item.ts'
import { OrderButtons } from './order-buttons.tsx'

/** The cards of a page in their order, each with its services in theirs. */
export function CardsField(props: WidgetProps) {
  const { value, schema, path, error, help, label, onChange, form } = props
  const cards = Array.isArray(value) ? value.filter(isRecord) : []
  const [announcement, setAnnouncement] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const card = schema.items?.properties ?? {}
  const isFull = schema.maxItems !== undefined && cards.length >= schema.maxItems
  const nameOf = (index: number) => {
    const name = cards[index]?.['name']
    return typeof name === 'string' && name !== '' ? `card ${name}` : `card ${index + 1}`
  }
  const focusAdd = () => box.current?.querySelector<HTMLElement>('[data-add-card]')?.focus()
  return (
    <div role="group" aria-label={label}>
      <div ref={box}>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {cards.length === 0 ? (
          <p className="text-soft mb-2">No cards yet: the page would show no services.</p>
        ) : (
          <ol className="space-y-3">
            {cards.map((_card, index) => (
              <li key={index} className="border-line rounded-md border p-3">
                <div className="mb-1 flex items-center justify-between gap-2">
                  <h3>Card {index + 1}</h3>
                  <OrderButtons
                    name={nameOf(index)}
                    place={(at) => `${id}-${at}`}
                    index={index}
                    count={cards.length}
                    onMove={(to) => {
                      onChange(moveItem(cards, index, to))
                      setAnnouncement(`${nameOf(index)} is now number ${to + 1} of ${cards.length}`)
                    }}
                    onRemove={() => {
                      onChange(cards.toSpliced(index, 1))
                      setAnnouncement(`${nameOf(index)} is removed`)
                      focusAdd()
                    }}
                  />
                </div>
                <div className="mb-3">
                  {form.field({
                    path: `${path}.${index}.name`,
                    schema: card['name'] ?? {},
                    isRequired: true,
                  })}
                </div>
                <CardServices
                  name={nameOf(index)}
                  path={joinPath(`${path}.${index}`, 'services')}
                  schema={card['services'] ?? {}}
                  form={form}
                  onSay={setAnnouncement}
                />
              </li>
            ))}
          </ol>
        )}
        <Button
          className="mt-3"
          data-add-card=""
          disabled={isFull}
          onClick={() => onChange([...cards, { name: '', services: [] }])}
        >
          <span aria-hidden="true">+</span> Add card
        </Button>
        {help === undefined ? null : <p className="text-soft mt-2 text-xs">{help}</p>}
        {error === null ? null : (
          <p className="text-bad mt-1 text-xs font-medium">
            <span aria-hidden="true">⚠ </span>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
