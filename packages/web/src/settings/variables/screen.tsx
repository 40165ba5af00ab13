import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CountedList } from '../../parts/lists/counted-list.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Empty } from '../../parts/states.tsx'
import {
  deleteVariable,
  variablesPerPage,
  variablesQuery,
  variablesKey,
  type Variable,
} from '../../resources/variables.ts'
import { variablesRoute } from '../routes.ts'
import { VariableDialog } from './variable-dialog.tsx'
import { VariablesTable } from './variables-table.tsx'

export function VariablesScreen() {
  const api = useApi()
  const { page = 1 } = variablesRoute.useSearch()
  const query = useQuery(variablesQuery(api, page))
  const mayWrite = useMay('READ_WRITE')
  const [editorTarget, setEditorTarget] = useState<Variable | 'new' | null>(null)
  const [variableToDelete, setVariableToDelete] = useState<Variable | null>(null)
  const add = mayWrite ? (
    <Button look="primary" onClick={() => setEditorTarget('new')}>
      New variable
    </Button>
  ) : undefined
  return (
    <>
      <PageHead title="Variables" help="variables" actions={add}>
        <p className="text-soft mt-1 max-w-prose">
          Values that checks and alert channels use as <code>{'{{KEY}}'}</code> instead of literal values.
          Variables of a group or a check with the same key take precedence.
        </p>
      </PageHead>
      <Card isFlush>
        <CountedList
          query={query}
          what="the variables"
          page={page}
          pageSize={variablesPerPage}
          empty={
            <Empty title="No variables yet" action={add} help="variables">
              <p>Store values that several checks need: a base address, a token, a password.</p>
            </Empty>
          }
        >
          {(items) => (
            <VariablesTable
              variables={items}
              mayWrite={mayWrite}
              onEdit={setEditorTarget}
              onDelete={setVariableToDelete}
            />
          )}
        </CountedList>
      </Card>
      {editorTarget === null ? null : (
        <VariableDialog
          present={editorTarget === 'new' ? null : editorTarget}
          onClose={() => setEditorTarget(null)}
        />
      )}
      {variableToDelete === null ? null : (
        <ConfirmDelete
          what="variable"
          name={variableToDelete.key}
          consequences={`From the next run on, {{${variableToDelete.key}}} is sent as it is written: checks and channels that use it are likely to fail.`}
          onDelete={() => deleteVariable(api, variableToDelete.key)}
          stale={variablesKey}
          onClose={() => setVariableToDelete(null)}
        />
      )}
    </>
  )
}
