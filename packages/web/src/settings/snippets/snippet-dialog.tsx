import schema from 'sonde-schema:SnippetCreate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useToast } from '../../parts/toast.tsx'
import { saveSnippet, snippetsKey, type Snippet, type SnippetValue } from '../../resources/snippets.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaText } from '../../small-form/schema-inputs.tsx'

export function SnippetDialog({
  present,
  mayWrite,
  onClose,
}: {
  present: Snippet | null
  mayWrite: boolean
  onClose: () => void
}) {
  if (present !== null && !mayWrite) {
    return (
      <Dialog title={present.name} isWide onClose={onClose}>
        <CodeBlock text={present.script} what="script" />
      </Dialog>
    )
  }
  return <EditDialog present={present} onClose={onClose} />
}

function EditDialog({ present, onClose }: { present: Snippet | null; onClose: () => void }) {
  const [value, setValue] = useState<SnippetValue>({
    id: present?.id ?? null,
    name: present?.name ?? '',
    script: present?.script ?? '',
  })
  const toast = useToast()
  const saving = useWrite({
    write: saveSnippet,
    stale: [snippetsKey],
    onDone: ({ name }) => {
      toast(`Snippet “${name}” saved`)
      onClose()
    },
  })
  const field = boundFields({ schema, error: saving.error, value, setValue })
  return (
    <FormDialog
      title={present === null ? 'New snippet' : `Snippet “${present.name}”`}
      submitWord="Save"
      isWide
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(value)}
      onClose={onClose}
    >
      <SchemaText {...field('name')} label="Name" />
      <SchemaText {...field('script')} label="Script" rows={16} isMono />
      <FormMistake error={saving.error} fields={['name', 'script']} />
    </FormDialog>
  )
}
