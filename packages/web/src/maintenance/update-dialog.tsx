import { ProseField } from '../schema-form/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import schema from 'sonde-schema:MAINTENANCE_UPDATE'
import { useApi } from '../api/account-context.ts'
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
import { SchemaDialog } from '../schema-form/schema-dialog.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
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
      status: { options, help: 'The maintenance gets this status.', isWide: true },
      description: { label: 'Message', widget: ProseField },
      // An edit mails nobody, and without a page there is nobody to mail.
      notifySubscribers: { label: 'Mail the subscribers', isHidden: isEdit || !isShown, isWide: true },
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
  const isEdit = update !== undefined
  const saving = useMutation({
    mutationFn: async (value: FormValue) => {
      if (!isEdit) return postUpdate(api, occurrence, value)
      const { notifySubscribers: _unsaid, ...changes } = value
      return editUpdate(api, occurrence, update.id, changes)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [api.accountId, ...maintenanceKey] })
      toast(isEdit ? 'Saved' : 'Posted')
      onClose()
    },
  })
  return (
    <SchemaDialog
      title={title}
      schema={schema}
      layout={layoutFor({ isEdit, isShown: window.statusPageVisibility.enabled })}
      initial={{ ...defaultsOf(schema), status, description: text }}
      saving={saving}
      saveWord={isEdit ? 'Save' : 'Post'}
      onClose={onClose}
    />
  )
}
