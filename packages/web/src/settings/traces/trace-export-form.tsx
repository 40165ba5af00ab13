import schema from 'sonde-schema:TraceExportUpdate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { useToast } from '../../parts/toast.tsx'
import { replaceTraceExport, traceExportKey, type TraceExport } from '../../resources/trace-export.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaSwitch, SchemaText } from '../../small-form/schema-inputs.tsx'
import { HeaderRows, type HeaderValue } from './header-rows.tsx'

export function TraceExportForm({ present }: { present: TraceExport }) {
  const isNew = present.endpoint === null
  const [enabled, setEnabled] = useState(isNew || present.enabled)
  const [endpoint, setEndpoint] = useState(present.endpoint ?? '')
  const [headers, setHeaders] = useState<readonly HeaderValue[]>(
    present.headers.map(({ key }, index) => ({ row: index, key, value: null })),
  )
  const toast = useToast()
  const saving = useWrite({
    write: replaceTraceExport,
    stale: [traceExportKey],
    onDone: () => toast('Trace export saved'),
  })
  return (
    <form
      noValidate
      className="max-w-2xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({
          enabled,
          endpoint: endpoint.trim(),
          headers: headers.map(({ key, value }) => (value === null ? { key } : { key, value })),
        })
      }}
    >
      <SchemaText
        schema={schema}
        name="endpoint"
        label="Address of the receiver"
        error={saving.error}
        value={endpoint}
        onChange={setEndpoint}
        type="url"
        isMono
      />
      <HeaderRows schema={schema} error={saving.error} headers={headers} onChange={setHeaders} />
      <SchemaSwitch
        schema={schema}
        name="enabled"
        label="Send runs"
        help="Switched off, what still waits is dropped."
        error={saving.error}
        value={enabled}
        onChange={setEnabled}
      />
      <FormMistake error={saving.error} fields={['endpoint', 'enabled', 'headers']} />
      <Button look="primary" type="submit" isBusy={saving.isPending}>
        {isNew ? 'Set it up' : 'Save'}
      </Button>
    </form>
  )
}
