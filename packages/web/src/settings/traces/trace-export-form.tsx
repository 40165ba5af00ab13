import schema from 'sonde-schema:TraceExportUpdate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useToast } from '../../parts/toast.tsx'
import { replaceTraceExport, traceExportKey, type TraceExport } from '../../resources/trace-export.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { SchemaSwitch, SchemaText } from '../../small-form/schema-inputs.tsx'
import { SmallForm } from '../../small-form/small-form.tsx'
import { HeaderRows, type HeaderValue } from './header-rows.tsx'

export function TraceExportForm({ present }: { present: TraceExport }) {
  const isNew = present.endpoint === null
  const [value, setValue] = useState({
    enabled: isNew || present.enabled,
    endpoint: present.endpoint ?? '',
    sendTraceHeaders: present.sendTraceHeaders,
  })
  const [headers, setHeaders] = useState<readonly HeaderValue[]>(
    present.headers.map(({ key }, index) => ({ row: index, key, value: null })),
  )
  const toast = useToast()
  const saving = useWrite({
    write: replaceTraceExport,
    stale: [traceExportKey],
    onDone: () => toast('Trace export saved'),
  })
  const field = boundFields({ schema, error: saving.error, value, setValue })
  return (
    <SmallForm
      fields={['endpoint', 'enabled', 'sendTraceHeaders', 'headers']}
      error={saving.error}
      submitWord={isNew ? 'Set it up' : 'Save'}
      isBusy={saving.isPending}
      width="max-w-2xl"
      onSubmit={() =>
        saving.mutate({
          enabled: value.enabled,
          sendTraceHeaders: value.sendTraceHeaders,
          endpoint: value.endpoint.trim(),
          headers: headers.map(({ key, value: text }) => (text === null ? { key } : { key, value: text })),
        })
      }
    >
      <SchemaText {...field('endpoint')} label="Address of the receiver" type="url" isMono />
      <HeaderRows schema={schema} error={saving.error} headers={headers} onChange={setHeaders} />
      <SchemaSwitch
        {...field('enabled')}
        label="Send runs"
        help="If you turn it off, waiting runs are dropped."
      />
      <SchemaSwitch
        {...field('sendTraceHeaders')}
        label="Send trace headers with API checks"
        help="Your services then join the trace of the run. Off by default: a signed request may not accept headers that it did not sign."
      />
    </SmallForm>
  )
}
