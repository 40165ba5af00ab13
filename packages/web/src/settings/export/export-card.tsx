import { useId, useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { useToast } from '../../parts/toast.tsx'
import { exportConfiguration } from '../../resources/configuration.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { fileNameOf } from './file-name.ts'
import { saveFile } from './save-file.ts'

export function ExportCard() {
  const { name } = useAccount()
  const [includeSecrets, setIncludeSecrets] = useState(false)
  const toast = useToast()
  const help = useId()
  const exporting = useWrite({
    write: exportConfiguration,
    stale: [],
    onDone: (document) => {
      const file = fileNameOf(name, Date.now())
      saveFile({ name: file, text: `${JSON.stringify(document, null, 2)}\n`, type: 'application/json' })
      toast(`Saved as ${file}`)
    },
  })
  return (
    <Card title="Export">
      <div className="space-y-4">
        <div>
          <label className="flex items-center gap-2 font-medium">
            <input
              type="checkbox"
              className="size-4"
              checked={includeSecrets}
              aria-describedby={help}
              onChange={({ target }) => setIncludeSecrets(target.checked)}
            />
            With secrets
          </label>
          <p id={help} className={`mt-1 text-xs ${includeSecrets ? 'text-warn font-medium' : 'text-soft'}`}>
            {includeSecrets
              ? '⚠ The file contains every password, token and address. Store it where nobody else can read it.'
              : 'Without secrets, the file contains no passwords, tokens and secret variables, and an import keeps the stored ones.'}
          </p>
        </div>
        <FormMistake error={exporting.error} fields={[]} />
        <Button look="primary" isBusy={exporting.isPending} onClick={() => exporting.mutate(includeSecrets)}>
          Save the configuration as a file
        </Button>
      </div>
    </Card>
  )
}
