import { useState } from 'react'
import { useAccount, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { WordMark } from '../../parts/status/word-mark.tsx'
import { deleteComponent, type PageComponent } from '../../resources/status-pages/status-page-parts.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { ComponentDialog } from './component-dialog.tsx'
import { depthsOf, pathOf } from './component-tree.ts'
import { componentStatusWords } from './component-words.ts'

export function ComponentTable({ components }: { components: readonly PageComponent[] }) {
  const depths = depthsOf(components)
  return (
    <DataTable columns={['Component', 'Kind', 'Now', 'Visible to']} hasActions>
      {components.map((component) => (
        <ComponentRow
          key={component.id}
          component={component}
          components={components}
          depth={depths.get(component.id) ?? 0}
        />
      ))}
    </DataTable>
  )
}

function ComponentRow({
  component,
  components,
  depth,
}: {
  component: PageComponent
  components: readonly PageComponent[]
  depth: number
}) {
  const { api } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { name, statusPageId } = component
  const path = pathOf(components, component.id)
  return (
    <tr>
      <th scope="row" className="min-w-44">
        <span className="block" style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
          {name}
        </span>
        {depth === 0 ? null : <span className="sr-only"> in {path.slice(0, -name.length - 3)}</span>}
      </th>
      <td>{component.type === 'GROUP' ? 'Group' : 'Service'}</td>
      <td>
        <WordMark {...componentStatusWords(component)} />
      </td>
      <td>{component.hidden ? 'Nobody (hidden)' : 'Anyone'}</td>
      <td>
        {mayWrite ? (
          <span className="flex justify-end gap-2">
            <Button aria-label={`Edit ${path}`} onClick={() => setDialog('edit')}>
              Edit
            </Button>
            <Button look="danger" aria-label={`Delete ${path}`} onClick={() => setDialog('delete')}>
              Delete
            </Button>
          </span>
        ) : null}
        {dialog === 'edit' ? (
          <ComponentDialog
            statusPageId={statusPageId}
            component={component}
            components={components}
            onClose={close}
          />
        ) : null}
        {dialog === 'delete' ? (
          <ConfirmDelete
            what="component"
            name={name}
            mustType={false}
            consequences={
              <p>Its incidents are kept, with its name, and automation rules no longer affect it.</p>
            }
            onDelete={() => deleteComponent(api, component)}
            stale={statusPagesKey}
            onClose={close}
          />
        ) : null}
      </td>
    </tr>
  )
}
