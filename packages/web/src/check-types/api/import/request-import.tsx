import { useState } from 'react'
import { isRecord } from '@sonde/ground/is-record.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialogs/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import type { FormValue } from '../../../schema-form/value-at.ts'
import { parseCurl, type ImportedRequest } from './parse-curl.ts'
import { parseOpenApi, type ImportedOperation } from './parse-openapi.ts'

type Task = 'curl' | 'openapi'

/** Fills the form of an API check with a request that somebody has already. */
export function RequestImport({
  value,
  onChange,
}: {
  value: FormValue
  onChange: (value: FormValue) => void
}) {
  const [task, setTask] = useState<Task | null>(null)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  function take(request: ImportedRequest, more: FormValue = {}, said: readonly string[] = []): void {
    const before = isRecord(value['request']) ? value['request'] : {}
    onChange({ ...value, ...more, request: { ...before, ...request } })
    setWarnings(said)
    setTask(null)
  }
  return (
    <div className="mb-4">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setTask('curl')}>Paste a curl command…</Button>
        <Button onClick={() => setTask('openapi')}>From an OpenAPI document…</Button>
      </div>
      {warnings.length === 0 ? null : (
        <ul role="status" className="text-soft mt-2 list-disc pl-5">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {task === 'curl' ? (
        <CurlDialog onImport={(request, said) => take(request, {}, said)} onClose={() => setTask(null)} />
      ) : null}
      {task === 'openapi' ? (
        <OpenApiDialog
          onImport={({ name, tags, request }) => take(request, { name, tags })}
          onClose={() => setTask(null)}
        />
      ) : null}
    </div>
  )
}

function CurlDialog({
  onImport,
  onClose,
}: {
  onImport: (request: ImportedRequest, warnings: readonly string[]) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  return (
    <Dialog title="Paste a curl command" onClose={onClose} isWide>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const parsed = parseCurl(text)
          if (parsed.kind === 'mistake') setMistake(parsed.message)
          else onImport(parsed.request, parsed.warnings)
        }}
      >
        <Field
          label="Command"
          help="As a browser copies it: in the developer tools, open the menu of a request and choose “Copy as cURL”."
          error={mistake}
        >
          {(control) => (
            <textarea
              {...control}
              data-first-focus
              className="control font-mono"
              rows={8}
              value={text}
              placeholder="curl -X POST https://api.example.com/v1/orders -H 'Content-Type: application/json' -d '{}'"
              spellCheck={false}
              onChange={(event) => {
                setText(event.target.value)
                setMistake(null)
              }}
            />
          )}
        </Field>
        <Button look="primary" type="submit" className="mt-4">
          Fill in the form
        </Button>
      </form>
    </Dialog>
  )
}

const mostShown = 100

function OpenApiDialog({
  onImport,
  onClose,
}: {
  onImport: (operation: ImportedOperation) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const parsed = text.trim() === '' ? null : parseOpenApi(text)
  const wanted = search.toLowerCase()
  const operations = parsed?.kind === 'operations' ? parsed.operations : []
  const matches = operations.filter(({ name, request: { method, url } }) =>
    `${method} ${url} ${name}`.toLowerCase().includes(wanted),
  )
  return (
    <Dialog title="From an OpenAPI document" onClose={onClose} isWide>
      <Field
        label="Document"
        help="OpenAPI 3 or Swagger 2, as JSON. It stays in this browser."
        error={parsed?.kind === 'mistake' ? parsed.message : null}
      >
        {(control) => (
          <textarea
            {...control}
            data-first-focus
            className="control font-mono"
            rows={6}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <label className="mt-2 block">
        <span className="text-soft">Or choose a file:</span>{' '}
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
        />
      </label>
      {operations.length === 0 ? null : (
        <div className="mt-4">
          <Field label="Search operations" error={null}>
            {(control) => (
              <input
                {...control}
                type="search"
                className="control"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            )}
          </Field>
          <p role="status" className="text-soft mt-2">
            {matches.length} of {operations.length} operations
          </p>
          <ul className="mt-1 max-h-72 overflow-y-auto">
            {matches.slice(0, mostShown).map((operation) => (
              <li key={`${operation.request.method} ${operation.request.url}`}>
                <button
                  type="button"
                  className="hover:bg-raised w-full rounded-md px-2 py-1 text-left"
                  onClick={() => onImport(operation)}
                >
                  <code>{operation.request.method}</code> {operation.name}
                  <span className="text-soft block break-all text-xs">{operation.request.url}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
