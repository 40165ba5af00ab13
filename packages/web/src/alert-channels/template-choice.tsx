import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Field } from '../parts/field.tsx'
import { sentenceOf } from '../parts/states.tsx'
import { webhookTemplatesQuery, type WebhookTemplate } from '../resources/alert-channels.ts'

/** A webhook for a known receiver to begin with; what stands in capitals is for the person to fill in. */
export function TemplateChoice({ onTake }: { onTake: (template: WebhookTemplate) => void }) {
  const templates = useQuery(webhookTemplatesQuery(useApi()))
  const [choice, setChoice] = useState('')
  const template = templates.data?.find(({ webhookType }) => webhookType === choice)
  return (
    <Card title="Start from a receiver">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <Field
            label="Receiver"
            help="Fills in address, headers and body below. Replace the words in capitals."
            error={templates.isError ? sentenceOf(templates.error) : null}
          >
            {(control) => (
              <select
                {...control}
                className="control"
                value={choice}
                onChange={({ target }) => setChoice(target.value)}
              >
                <option value="">None: a plain webhook</option>
                {(templates.data ?? []).map(({ webhookType, name }) => (
                  <option key={webhookType} value={webhookType}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Button disabled={template === undefined} onClick={() => template !== undefined && onTake(template)}>
          Fill in
        </Button>
      </div>
    </Card>
  )
}
