import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Failed } from '../parts/states.tsx'
import type { FormLayout } from './form-layout.ts'
import type { FormSchema } from './form-schema.ts'
import { SchemaForm } from './schema-form.tsx'
import { useFormState, violationsOf } from './use-form-state.ts'
import type { FormValue } from './value-at.ts'

/** A small form made from a schema, in a window of its own. */
export function SchemaDialog({
  title,
  schema,
  layout,
  initial,
  context,
  saving,
  saveWord,
  onClose,
}: {
  title: string
  schema: FormSchema
  layout: FormLayout
  initial: FormValue
  context?: unknown
  saving: UseMutationResult<unknown, Error, FormValue>
  saveWord: string
  onClose: () => void
}) {
  const form = useFormState({ schema, initial })
  const violations = violationsOf(saving.error)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form.unreadable.length === 0) saving.mutate(form.value)
        }}
      >
        <SchemaForm
          schema={schema}
          value={form.value}
          onChange={form.setValue}
          violations={violations}
          layout={layout}
          context={context}
        />
        {saving.isError && violations.length === 0 ? <Failed error={saving.error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={saving.isPending}>
            {saveWord}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
