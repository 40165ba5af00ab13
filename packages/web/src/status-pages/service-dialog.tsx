import { useState } from 'react'
import schema from 'sonde-schema:STATUS_PAGE_SERVICE'
import { useWrite } from '../api/use-write.ts'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { Failed } from '../parts/states.tsx'
import { createService, renameService, type StatusPageService } from '../resources/status-page-services.ts'
import { statusPagesKey } from '../resources/status-pages.ts'
import { violationsOf } from '../schema-form/use-form-state.ts'
import { boundFields } from '../small-form/bound-fields.ts'
import { SchemaText } from '../small-form/schema-inputs.tsx'

/** Makes a service, or gives one another name. */
export function ServiceDialog({
  service,
  onDone,
  onClose,
}: {
  service?: StatusPageService
  onDone: (service: StatusPageService) => void
  onClose: () => void
}) {
  const [value, setValue] = useState({ name: service?.name ?? '' })
  const saving = useWrite({
    write: (api, name: string) =>
      service === undefined ? createService(api, name) : renameService(api, service.id, name),
    stale: [statusPagesKey],
    onDone: (answer) => {
      onDone(answer)
      onClose()
    },
  })
  const field = boundFields({ schema, error: saving.error, value, setValue })
  return (
    <FormDialog
      title={service === undefined ? 'New service' : 'Rename this service'}
      submitWord={service === undefined ? 'Create service' : 'Save'}
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(value.name)}
      onClose={onClose}
    >
      <SchemaText
        {...field('name')}
        label="Name"
        help="What people who use your product know it by, such as Payments."
      />
      {saving.isError && violationsOf(saving.error).length === 0 ? <Failed error={saving.error} /> : null}
    </FormDialog>
  )
}
