import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { ActionsHead, RowActions } from '../../parts/row-actions.tsx'
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
    <table className="data-table">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Value</th>
          {mayWrite ? <ActionsHead /> : null}
        </tr>
      </thead>
      <tbody>
        {variables.map((variable) => (
          <tr key={variable.key}>
            <td>
              <code className="font-medium">{variable.key}</code> {variable.secret ? <Tag>secret</Tag> : null}{' '}
              {variable.locked ? <Tag>locked</Tag> : null}
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
                  <Button
                    look="danger"
                    aria-label={`Delete ${variable.key}`}
                    onClick={() => onDelete(variable)}
                  >
                    Delete
                  </Button>
                </RowActions>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
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
