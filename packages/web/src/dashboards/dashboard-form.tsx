import { useMutation } from '@tanstack/react-query'
import schema from 'sonde-schema:DASHBOARD'
import type { Dashboard } from '../resources/dashboards.ts'
import { SaveBar } from '../schema-form/save-bar.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { UnsavedGuard } from '../schema-form/unsaved-guard.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { changedFields, type FormValue } from '../schema-form/value-at.ts'
import { dashboardLayout } from './dashboard-layout.ts'

/** Every field of a dashboard. `save` gets all of them, and those that differ from before. */
export function DashboardForm({
  initial,
  saveWord,
  save,
  onSaved,
  onCancel,
}: {
  initial: FormValue
  saveWord: string
  save: (value: FormValue, changes: FormValue) => Promise<Dashboard>
  onSaved: (dashboard: Dashboard) => void
  onCancel: () => void
}) {
  const form = useFormState({ schema, initial })
  const saving = useMutation({
    mutationFn: () => save(form.value, changedFields(form.initial, form.value, schema)),
    onSuccess: onSaved,
  })
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
        layout={dashboardLayout}
      />
      <SaveBar error={saving.error} isBusy={saving.isPending} onCancel={onCancel}>
        {saveWord}
      </SaveBar>
    </form>
  )
}
