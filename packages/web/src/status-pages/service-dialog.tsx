import { useState } from 'react'
import schema from 'sonde-schema:STATUS_PAGE_SERVICE'
import { useWrite } from '../api/use-write.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Failed } from '../parts/states.tsx'
import { createService, renameService, type StatusPageService } from '../resources/status-page-services.ts'
import { statusPagesKey } from '../resources/status-pages.ts'
import { violationsOf } from '../schema-form/use-form-state.ts'
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
  const [name, setName] = useState(service?.name ?? '')
  const saving = useWrite({
    write: (api, typed: string) =>
      service === undefined ? createService(api, typed) : renameService(api, service.id, typed),
    stale: [statusPagesKey],
    onDone: (saved) => {
      onDone(saved)
      onClose()
    },
  })
  return (
    <FormDialog
      title={service === undefined ? 'New service' : 'Rename this service'}
      submitWord={service === undefined ? 'Create service' : 'Save'}
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(name)}
      onClose={onClose}
    >
      <SchemaText
        schema={schema}
        name="name"
        label="Name"
        help="What people who use your product know it by, such as Payments."
        error={saving.error}
        value={name}
        onChange={setName}
      />
      {saving.isError && violationsOf(saving.error).length === 0 ? <Failed error={saving.error} /> : null}
    </FormDialog>
  )
}
