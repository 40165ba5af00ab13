import { useState } from 'react'
import schema from 'sonde-schema:STATUS_PAGE_SERVICE'
import { useWrite } from '../api/use-write.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
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
    <Dialog title={service === undefined ? 'New service' : 'Rename this service'} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A form around the place where this was opened must not hear of it.
          event.stopPropagation()
          saving.mutate(name)
        }}
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
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={saving.isPending}>
            {service === undefined ? 'Create service' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
