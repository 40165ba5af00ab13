import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CountedList } from '../../parts/lists/counted-list.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { formatCount } from '../../parts/format.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page.tsx'
import { DeleteAction, RowActions } from '../../parts/lists/row-actions.tsx'
import { Empty } from '../../parts/states.tsx'
import {
  deleteSnippet,
  snippetsPerPage,
  snippetsQuery,
  snippetsKey,
  type Snippet,
} from '../../resources/snippets.ts'
import { snippetsRoute } from '../routes.ts'
import { SnippetDialog } from './snippet-dialog.tsx'

export function SnippetsScreen() {
  const api = useApi()
  const { page = 1 } = snippetsRoute.useSearch()
  const query = useQuery(snippetsQuery(api, page))
  const mayWrite = useMay('READ_WRITE')
  const [editorTarget, setEditorTarget] = useState<Snippet | 'new' | null>(null)
  const [snippetToDelete, setSnippetToDelete] = useState<Snippet | null>(null)
  const add = mayWrite ? (
    <Button look="primary" onClick={() => setEditorTarget('new')}>
      New snippet
    </Button>
  ) : undefined
  return (
    <>
      <PageHead title="Snippets" help="snippets" actions={add}>
        <p className="text-soft mt-1 max-w-prose">
          Code that several scripts share: each is the file <code>./snippets/name.js</code> beside the script
          that runs.
        </p>
      </PageHead>
      <Card isFlush>
        <CountedList
          query={query}
          what="the snippets"
          page={page}
          pageSize={snippetsPerPage}
          empty={
            <Empty title="No snippets yet" action={add} help="snippets">
              <p>Checks and groups can use one for set-up and tear-down.</p>
            </Empty>
          }
        >
          {(items) => (
            <SnippetsTable
              snippets={items}
              mayWrite={mayWrite}
              onEdit={setEditorTarget}
              onDelete={setSnippetToDelete}
            />
          )}
        </CountedList>
      </Card>
      {editorTarget === null ? null : (
        <SnippetDialog
          present={editorTarget === 'new' ? null : editorTarget}
          mayWrite={mayWrite}
          onClose={() => setEditorTarget(null)}
        />
      )}
      {snippetToDelete === null ? null : (
        <ConfirmDelete
          what="snippet"
          name={snippetToDelete.name}
          consequences="Scripts that import it fail from their next run on."
          onDelete={() => deleteSnippet(api, snippetToDelete.id)}
          stale={snippetsKey}
          onClose={() => setSnippetToDelete(null)}
        />
      )}
    </>
  )
}

function SnippetsTable({
  snippets,
  mayWrite,
  onEdit,
  onDelete,
}: {
  snippets: readonly Snippet[]
  mayWrite: boolean
  onEdit: (snippet: Snippet) => void
  onDelete: (snippet: Snippet) => void
}) {
  return (
    <DataTable columns={['Name', 'Lines', 'Changed']} hasActions>
      {snippets.map((snippet) => (
        <tr key={snippet.id}>
          <td className="font-medium">{snippet.name}</td>
          <td>{formatCount(snippet.script.split('\n').length)}</td>
          <td>
            <Moment at={snippet.updated_at ?? snippet.created_at} form="short" />
          </td>
          <td>
            <RowActions>
              <Button
                aria-label={`${mayWrite ? 'Edit' : 'Show'} the snippet ${snippet.name}`}
                onClick={() => onEdit(snippet)}
              >
                {mayWrite ? 'Edit' : 'Show'}
              </Button>
              {mayWrite ? (
                <DeleteAction
                  label={`Delete the snippet ${snippet.name}`}
                  onClick={() => onDelete(snippet)}
                />
              ) : null}
            </RowActions>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
