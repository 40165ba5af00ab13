import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { AccountLink } from '../../parts/account-link.tsx'
import { Button, buttonClasses } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Field } from '../../parts/field.tsx'
import { importConfiguration, previewKumaImport } from '../../resources/configuration.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { ImportReport } from '../export/import-report.tsx'
import { bytesOf, readKumaFile } from './kuma-file.ts'
import { KumaTable } from './kuma-table.tsx'
import { LocationsChoice, type LocationChoice } from './locations-choice.tsx'
import { NotSqlite } from './sqlite-file.ts'

/** A file and locations, what would be made of it, the word to do it, and what was made. */
export function ImportKumaCard() {
  const { id } = useAccount()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [choice, setChoice] = useState<LocationChoice>(null)
  const preview = useWrite({
    write: async (api, { source, locations }: { source: File; locations: LocationChoice }) =>
      previewKumaImport(api, { ...(await readKumaFile(bytesOf(source))), ...locations }),
    stale: [],
  })
  const applying = useWrite({
    write: importConfiguration,
    stale: [],
    onDone: () => void queries.invalidateQueries({ queryKey: [id] }),
  })
  const unreadable = preview.error instanceof NotSqlite ? preview.error.message : null
  const isNowhere = choice !== null && choice.locations.length + choice.privateLocations.length === 0

  /** What is shown must be what would be imported. */
  function forget(): void {
    preview.reset()
    applying.reset()
  }

  const plan = preview.data?.plan
  return (
    <Card title="Import">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          applying.reset()
          if (file !== null) preview.mutate({ source: file, locations: choice })
        }}
      >
        <Field
          label="Database of Uptime Kuma"
          help="The file kuma.db of Uptime Kuma 1 or 2, best a copy made while it is stopped. It is read in this browser; the history in it is not sent."
          error={unreadable}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".db,.sqlite,.sqlite3"
              className="block max-w-full"
              onChange={({ target }) => {
                forget()
                setFile(target.files?.[0] ?? null)
              }}
            />
          )}
        </Field>
        <LocationsChoice
          choice={choice}
          onChange={(next) => {
            forget()
            setChoice(next)
          }}
        />
        {isNowhere ? (
          <p role="status" className="text-warn font-medium">
            <span aria-hidden="true">▲ </span>Choose a location: without one, no check runs.
          </p>
        ) : null}
        {preview.isPending ? <p role="status">Reading the file…</p> : null}
        {unreadable === null ? <FormMistake error={preview.error} fields={[]} /> : null}
        {plan === undefined ? (
          <Button
            type="submit"
            look="primary"
            isBusy={preview.isPending}
            disabled={file === null || isNowhere}
          >
            Preview import
          </Button>
        ) : null}
      </form>
      {preview.data === undefined || plan === undefined ? null : (
        <div className="mt-4 space-y-4">
          <KumaTable report={preview.data.report} isDone={applying.data !== undefined} />
          <ImportReport report={applying.data ?? plan} />
          <FormMistake error={applying.error} fields={[]} />
          {applying.isPending ? (
            <div role="status" className="space-y-1">
              <p>Importing… You can leave this screen; the import continues.</p>
              <progress aria-label="Importing" className="w-full" />
            </div>
          ) : null}
          {applying.data !== undefined ? (
            <AccountLink to="/accounts/$accountId/checks" className={buttonClasses('primary')}>
              Show checks
            </AccountLink>
          ) : plan.created + plan.updated === 0 ? (
            <p className="font-medium">This account has all of it already: there is nothing to import.</p>
          ) : (
            <Button
              look="primary"
              isBusy={applying.isPending}
              onClick={() => applying.mutate({ document: preview.data.configuration, dryRun: false })}
            >
              Import: create {plan.created}, change {plan.updated}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
