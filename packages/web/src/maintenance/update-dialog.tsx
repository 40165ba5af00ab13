import { useMutation, useQueryClient } from '@tanstack/react-query'
import schema from 'sonde-schema:MAINTENANCE_UPDATE'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  editUpdate,
  maintenanceKey,
  postUpdate,
  type Maintenance,
  type MaintenanceStatus,
  type MaintenanceUpdate,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import type { FormLayout } from '../schema-form/form-layout.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { statusWords } from './maintenance-words.ts'

const statuses: readonly MaintenanceStatus[] = [
  'SCHEDULED',
  'IN_PROGRESS',
  'VERIFYING',
  'COMPLETED',
  'CANCELLED',
]
const options = Object.fromEntries(statuses.map((status) => [status, statusWords(status).word]))

function layoutFor({ isEdit, isShown }: { isEdit: boolean; isShown: boolean }): FormLayout {
  return {
    sections: [{ title: 'Update', fields: ['status', 'description', 'notifySubscribers'] }],
    fields: {
      status: { options, help: 'The maintenance takes this status.', isWide: true },
      description: { label: 'What is told', isWide: true },
      // An edit mails nobody, and without a page there is nobody to mail.
      notifySubscribers: { isHidden: isEdit || !isShown, isWide: true },
    },
  }
}

/** Tells how a maintenance goes, which also begins, ends or cancels it; with `update`, changes what was told. */
export function UpdateDialog({
  window,
  occurrence,
  title,
  status,
  text,
  update,
  onClose,
}: {
  window: MaintenanceWindow
  occurrence: Maintenance
  title: string
  status: MaintenanceStatus
  text: string
  update?: MaintenanceUpdate
  onClose: () => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const form = useFormState({ schema, initial: { ...defaultsOf(schema), status, description: text } })
  const { notifySubscribers: _unsaid, ...edited } = form.value
  const saving = useMutation({
    mutationFn: () =>
      update === undefined
        ? postUpdate(api, occurrence, form.value)
        : editUpdate(api, occurrence, update.id, edited),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: maintenanceKey(api) })
      toast(update === undefined ? 'Posted' : 'Saved')
      onClose()
    },
  })
  const violations = violationsOf(saving.error)
  const isShown = window.statusPageVisibility.enabled
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <SchemaForm
          schema={schema}
          value={form.value}
          onChange={form.setValue}
          violations={violations}
          layout={layoutFor({ isEdit: update !== undefined, isShown })}
        />
        {saving.isError && violations.length === 0 ? <Failed error={saving.error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={saving.isPending}>
            {update === undefined ? 'Post' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
