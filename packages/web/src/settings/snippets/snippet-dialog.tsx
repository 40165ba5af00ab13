import schema from 'sonde-schema:SnippetCreate'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CodeEditor } from '../../parts/code-editor/code-editor.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { FieldMistake, RequiredMark } from '../../parts/field-notes.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  saveSnippet,
  snippetPagesQuery,
  snippetsKey,
  type Snippet,
  type SnippetValue,
} from '../../resources/snippets.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { mistakeAt } from '../../small-form/mistake-at.ts'
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
  const snippets = useInfiniteQuery(snippetPagesQuery(useApi()))
  const otherSnippets = (snippets.data?.pages.flat() ?? [])
    .filter(({ id }) => id !== value.id)
    .map(({ name }) => name)
  const scriptMistake = mistakeAt(saving.error, 'script')
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
      <div>
        <span className="mb-1 block font-medium" aria-hidden="true">
          Script
          <RequiredMark />
        </span>
        <CodeEditor
          label="Script"
          text={value.script}
          onChange={(script) => setValue({ ...value, script })}
          scope={{
            variables: [],
            snippets: otherSnippets,
            snippetFolder: './',
            objects: 'request-and-response',
          }}
          isInvalid={scriptMistake !== null}
          description={scriptMistake ?? ''}
        />
        <FieldMistake id="snippet-script" error={scriptMistake} />
      </div>
      <FormMistake error={saving.error} fields={['name', 'script']} />
    </FormDialog>
  )
}
