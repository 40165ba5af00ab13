import { completedValue } from './completed-value.ts'
import type { FormLayout } from './form-layout.ts'
import type { FormSchema } from './form-schema.ts'
import { formWidth, GuardedForm } from './guarded-form.tsx'
import { SaveBar } from './save-bar.tsx'
import { SchemaForm } from './schema-form.tsx'
import { useFormState, violationsOf } from './use-form-state.ts'
import { useSaving } from './use-saving.ts'
import { changedFields, type FormValue } from './value-at.ts'

/** A whole resource on a screen of its own. `save` gets all of its fields, and those that differ from before. */
export function EditorForm<Saved>({
  schema,
  layout,
  initial,
  saveWord,
  save,
  onSaved,
  onCancel,
}: {
  schema: FormSchema
  layout: FormLayout
  initial: FormValue
  saveWord: string
  save: (value: FormValue, changes: FormValue) => Promise<Saved>
  onSaved: (saved: Saved) => void
  onCancel: () => void
}) {
  const form = useFormState({ schema, initial })
  const { saving, isUnsaved } = useSaving({
    form,
    save: () => {
      const value = completedValue(layout, form.value)
      return save(value, changedFields(form.initial, value, schema))
    },
    onSaved,
  })
  return (
    <GuardedForm form={form} isUnsaved={isUnsaved} onSubmit={() => saving.mutate()} className={formWidth}>
      <SchemaForm
        schema={schema}
        value={form.value}
        onChange={form.setValue}
        violations={violationsOf(saving.error)}
        layout={layout}
      />
      <SaveBar error={saving.error} isBusy={saving.isPending} onCancel={onCancel}>
        {saveWord}
      </SaveBar>
    </GuardedForm>
  )
}
