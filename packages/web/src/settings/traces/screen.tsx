import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { Definition, DefinitionList } from '../../parts/definition-list.tsx'
import { formatCount } from '../../parts/format.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import {
  deleteTraceExport,
  traceExportQuery,
  traceExportKey,
  type TraceExport,
} from '../../resources/trace-export.ts'
import { OnlyFor } from '../only-for.tsx'
import { TraceExportForm } from './trace-export-form.tsx'

export function TracesScreen() {
  return (
    <>
      <PageHead title="Trace export" help="opentelemetry">
        <p className="text-soft mt-1 max-w-prose">
          Every run of the account is sent as a span to a collector or any service that accepts OpenTelemetry
          (OTLP) over HTTP.
        </p>
      </PageHead>
      <OnlyFor role="ADMIN" what="The trace export">
        <Export />
      </OnlyFor>
    </>
  )
}

function Export() {
  const query = useQuery(traceExportQuery(useApi()))
  return (
    <Loaded query={query} what="the trace export">
      {(present) => (
        <>
          {present.endpoint === null ? null : <CheckStatusText present={present} />}
          <Card title="Receiver">
            <TraceExportForm
              // What was saved is where the next change begins.
              key={JSON.stringify([present.enabled, present.endpoint, present.headers])}
              present={present}
            />
          </Card>
        </>
      )}
    </Loaded>
  )
}

function CheckStatusText({ present }: { present: TraceExport }) {
  const api = useApi()
  const [isDoomed, setIsDoomed] = useState(false)
  return (
    <Card
      title="Status"
      actions={
        <Button look="danger" onClick={() => setIsDoomed(true)}>
          Delete the export
        </Button>
      }
    >
      <DefinitionList>
        <Definition name="State">{present.enabled ? 'On' : 'Off: nothing is queued'}</Definition>
        <Definition name="Last accepted by the receiver">
          {present.lastExportedAt === null ? 'nothing yet' : <Moment at={present.lastExportedAt} />}
        </Definition>
        <Definition name="Last error">
          {present.lastError === null ? (
            'none'
          ) : (
            <span className="text-bad font-medium">
              <span aria-hidden="true">⚠ </span>
              {present.lastError}
            </span>
          )}
        </Definition>
        <Definition name="Runs waiting">{formatCount(present.pendingRuns)}</Definition>
        <Definition name="Runs dropped">{formatCount(present.skippedRuns)}</Definition>
      </DefinitionList>
      {isDoomed ? (
        <ConfirmDelete
          what="trace export"
          name={present.endpoint ?? ''}
          mustType={false}
          consequences="The receiver, its headers and the waiting runs are deleted."
          onDelete={() => deleteTraceExport(api)}
          stale={traceExportKey}
          onClose={() => setIsDoomed(false)}
        />
      ) : null}
    </Card>
  )
}
