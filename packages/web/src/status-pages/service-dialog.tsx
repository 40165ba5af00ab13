import schema from 'sonde-schema:STATUS_PAGE_SERVICE'
import { useWrite } from '../api/use-write.ts'
import {
  createService,
  updateService,
  type StatusPageService,
} from '../resources/status-pages/status-page-services.ts'
import { statusPagesKey } from '../resources/status-pages/status-pages.ts'
import { SchemaDialog } from '../schema-form/schema-dialog.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { serviceBody } from './service-body.ts'
import { serviceLayout } from './service-layout.ts'

/** Makes a service, or changes its name and what it follows. */
export function ServiceDialog({
  service,
  onDone,
  onClose,
}: {
  service?: StatusPageService
  onDone: (service: StatusPageService) => void
  onClose: () => void
}) {
  const saving = useWrite({
    write: (api, value: FormValue) =>
      service === undefined
        ? createService(api, serviceBody(value))
        : updateService(api, service.id, serviceBody(value)),
    stale: [statusPagesKey],
    onDone: (answer) => {
      onDone(answer)
      onClose()
    },
  })
  return (
    <SchemaDialog
      title={service === undefined ? 'New service' : 'Edit service'}
      schema={schema}
      layout={serviceLayout}
      initial={{
        name: service?.name ?? '',
        follows: service?.follows ?? { checkIds: [], tags: [], delayMinutes: 0 },
      }}
      owner={service?.projectBindings.owner ?? null}
      saving={saving}
      saveWord={service === undefined ? 'Create service' : 'Save'}
      onClose={onClose}
    />
  )
}
