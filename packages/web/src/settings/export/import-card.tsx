import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Field } from '../../parts/field.tsx'
import { formatBytes } from '../../parts/format.ts'
import { importConfiguration } from '../../resources/configuration.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { ImportReport } from './import-report.tsx'

type ImportFile = { name: string; bytes: number; document: unknown }

/** A file, what it would change, the word to do it, and what it has changed. */
export function ImportCard() {
  const { id } = useAccount()
  const queries = useQueryClient()
  const [importFile, setImportFile] = useState<ImportFile | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  const planning = useWrite({ write: importConfiguration, stale: [] })
  const applying = useWrite({
    write: importConfiguration,
    stale: [],
    onDone: () => void queries.invalidateQueries({ queryKey: [id] }),
  })

  async function choose(file: File | undefined): Promise<void> {
    setImportFile(null)
    setMistake(null)
    planning.reset()
    applying.reset()
    if (file === undefined) return
    try {
      const document: unknown = JSON.parse(await file.text())
      setImportFile({ name: file.name, bytes: file.size, document })
      planning.mutate({ document, dryRun: true })
    } catch {
      setMistake('This file is not JSON. An export of this service, or of “sonde export”, is.')
    }
  }

  const plan = planning.data
  const changes = plan === undefined ? 0 : plan.created + plan.updated
  return (
    <Card title="Import">
      <div className="space-y-4">
        <Field
          label="File"
          help="You see a preview before anything changes. An import creates and updates; it never deletes."
          error={mistake}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".json,application/json"
              className="block max-w-full"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          )}
        </Field>
        {planning.isPending ? (
          <p role="status">
            Judging{' '}
            {importFile === null ? 'the file' : `${importFile.name} (${formatBytes(importFile.bytes)})`}…
          </p>
        ) : null}
        <FormMistake error={planning.error} fields={[]} />
        {plan === undefined || applying.data !== undefined ? null : (
          <>
            <ImportReport report={plan} />
            <FormMistake error={applying.error} fields={[]} />
            {applying.isPending ? (
              <div role="status" className="space-y-1">
                <p>
                  Importing… A large file is imported in steps. You can leave this screen; the import
                  continues.
                </p>
                <progress aria-label="Importing" className="w-full" />
              </div>
            ) : null}
            {changes === 0 ? (
              <p className="font-medium">
                This account already has everything in the file: there is nothing to import.
              </p>
            ) : (
              <Button
                look="primary"
                isBusy={applying.isPending}
                onClick={() => applying.mutate({ document: importFile?.document, dryRun: false })}
              >
                Import: create {plan.created}, change {plan.updated}
              </Button>
            )}
          </>
        )}
        {applying.data === undefined ? null : <ImportReport report={applying.data} />}
      </div>
    </Card>
  )
}
