import { useMutation } from '@tanstack/react-query'
import schema from 'sonde-schema:STATUS_PAGE'
import type { StatusPage } from '../resources/status-pages.ts'
import { SaveBar } from '../schema-form/save-bar.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { UnsavedGuard } from '../schema-form/unsaved-guard.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { pageLayout } from './page-layout.ts'

/** Every field of a status page. */
export function PageForm({
  initial,
  saveWord,
  save,
  onSaved,
  onCancel,
}: {
  initial: FormValue
  saveWord: string
  save: (page: FormValue) => Promise<StatusPage>
  onSaved: (page: StatusPage) => void
  onCancel: () => void
}) {
  const form = useFormState({ schema, initial })
  const saving = useMutation({ mutationFn: () => save(form.value), onSuccess: onSaved })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.unreadable.length === 0) saving.mutate()
      }}
    >
      <UnsavedGuard isChanged={form.isChanged && !saving.isPending && !saving.isSuccess} />
      <SchemaForm
        schema={schema}
        value={form.value}
        onChange={form.setValue}
        violations={violationsOf(saving.error)}
        layout={pageLayout}
      />
      <SaveBar error={saving.error} isBusy={saving.isPending} onCancel={onCancel}>
        {saveWord}
      </SaveBar>
    </form>
  )
}
