import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { ManagedFields, type Owner } from '../parts/managed-form.tsx'
import { Failed } from '../parts/states.tsx'
import type { FormLayout } from './form-layout.ts'
import type { FormSchema } from './form-schema.ts'
import { SchemaForm } from './schema-form.tsx'
import { useFormState, violationsOf } from './use-form-state.ts'
import type { FormValue } from './value-at.ts'

/** A `FormDialog` whose fields are those of a schema. */
export function SchemaDialog({
  title,
  schema,
  layout,
  initial,
  context,
  owner = null,
  saving,
  saveWord,
  onClose,
}: {
  title: string
  schema: FormSchema
  layout: FormLayout
  initial: FormValue
  context?: unknown
  /** The project whose code it is managed by. */
  owner?: Owner | null
  saving: UseMutationResult<unknown, Error, FormValue>
  saveWord: string
  onClose: () => void
}) {
  const form = useFormState({ schema, initial })
  const [isOpened, setIsOpened] = useState(false)
  const violations = violationsOf(saving.error)
  return (
    <FormDialog
      title={title}
      submitWord={saveWord}
      isReady={owner === null || isOpened}
      isBusy={saving.isPending}
      onSubmit={() => {
        if (form.unreadable.length === 0) saving.mutate(form.value)
      }}
      onClose={onClose}
    >
      <ManagedFields owner={owner} isOpened={isOpened} onOpen={() => setIsOpened(true)}>
        <SchemaForm
          schema={schema}
          value={form.value}
          onChange={form.setValue}
          violations={violations}
          layout={layout}
          context={context}
        />
      </ManagedFields>
      {saving.isError && violations.length === 0 ? <Failed error={saving.error} /> : null}
    </FormDialog>
  )
}
