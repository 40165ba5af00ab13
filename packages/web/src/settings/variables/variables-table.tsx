import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { DeleteAction, RowActions } from '../../parts/lists/row-actions.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { Variable } from '../../resources/variables.ts'

export function VariablesTable({
  variables,
  mayWrite,
  onEdit,
  onDelete,
}: {
  variables: readonly Variable[]
  mayWrite: boolean
  onEdit: (variable: Variable) => void
  onDelete: (variable: Variable) => void
}) {
  return (
    <DataTable columns={['Key', 'Value']} hasActions={mayWrite}>
      {variables.map((variable) => (
        <tr key={variable.key}>
          <td>
            <code className="font-medium">{variable.key}</code> {variable.secret ? <Tag>secret</Tag> : null}{' '}
            {variable.locked ? <Tag>hidden</Tag> : null}
          </td>
          <td className="max-w-md min-w-36">
            <Value variable={variable} />
          </td>
          {mayWrite ? (
            <td>
              <RowActions>
                <Button aria-label={`Edit ${variable.key}`} onClick={() => onEdit(variable)}>
                  Edit
                </Button>
                <DeleteAction label={`Delete ${variable.key}`} onClick={() => onDelete(variable)} />
              </RowActions>
            </td>
          ) : null}
        </tr>
      ))}
    </DataTable>
  )
}

/** A locked value is shown when it is asked for: somebody may be looking over a shoulder. */
function Value({ variable: { key, value, locked, secret } }: { variable: Variable }) {
  const [isShown, setIsShown] = useState(false)
  if (value === null)
    return <span className="text-soft">{secret ? 'never shown' : 'shown to editors only'}</span>
  if (locked && !isShown) {
    return (
      <Button aria-label={`Show the value of ${key}`} onClick={() => setIsShown(true)}>
        Show
      </Button>
    )
  }
  if (value === '') return <span className="text-soft">empty</span>
  return <code className="line-clamp-3 break-all">{value}</code>
}
