import schema from 'sonde-schema:MAINTENANCE_WINDOW'
import { Button } from '../parts/button.tsx'
import { Failed } from '../parts/states.tsx'
import type { MaintenanceWindow } from '../resources/maintenance-windows.ts'
import { GuardedForm } from '../schema-form/guarded-form.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { useSaving } from '../schema-form/use-saving.ts'
import { changedFields, type FormValue } from '../schema-form/value-at.ts'
import { OccurrencePreview } from './occurrence-preview.tsx'
import { hasEffect, windowLayout } from './window-layout.ts'

/** `save` gets the whole window and what differs from before. */
export function WindowForm({
  initial,
  save,
  onSaved,
  onCancel,
  saveWord,
}: {
  initial: FormValue
  save: (value: FormValue, changes: FormValue) => Promise<MaintenanceWindow>
  onSaved: (window: MaintenanceWindow) => void
  onCancel: () => void
  saveWord: string
}) {
  const form = useFormState({ schema, initial })
  const { saving, isUnsaved } = useSaving({
    form,
    save: () => save(form.value, changedFields(form.initial, form.value, schema)),
    onSaved,
  })
  const violations = violationsOf(saving.error)
  return (
    <GuardedForm form={form} isUnsaved={isUnsaved} onSubmit={() => saving.mutate()}>
      <div className="grid grid-cols-1 items-start gap-x-3 xl:grid-cols-[minmax(0,60rem)_minmax(20rem,1fr)]">
        <SchemaForm
          schema={schema}
          value={form.value}
          onChange={form.setValue}
          violations={violations}
          layout={windowLayout}
        />
        <OccurrencePreview value={form.value} />
      </div>
      {saving.isError && violations.length === 0 ? <Failed error={saving.error} /> : null}
      {hasEffect(form.value) ? null : (
        <p role="status" className="text-warn mb-3 font-semibold">
          <span aria-hidden="true">⚠ </span>
          This window would do nothing. Choose what it silences or pauses, or show it on a status page.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" isBusy={saving.isPending} disabled={!hasEffect(form.value)}>
          {saveWord}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </GuardedForm>
  )
}
