import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Tag } from '../../parts/tag.tsx'
import {
  deleteRule,
  type AutomationRule,
  type PageComponent,
} from '../../resources/status-pages/status-page-parts.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { pathOf } from './component-tree.ts'
import { impactOptions } from './component-words.ts'
import { RuleDialog } from './rule-dialog.tsx'

export function RuleTable({
  rules,
  components,
}: {
  rules: readonly AutomationRule[]
  components: readonly PageComponent[]
}) {
  return (
    <DataTable columns={['Rule', 'Checks with tag', 'Affects', 'Open incident']} hasActions>
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} components={components} />
      ))}
    </DataTable>
  )
}

function RuleRow({ rule, components }: { rule: AutomationRule; components: readonly PageComponent[] }) {
  const { id: accountId, api } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <tr>
      <th scope="row" className="min-w-32">
        {rule.name}
        {rule.enabled ? null : <span className="text-soft block text-xs font-normal">switched off</span>}
      </th>
      <td>
        <span className="flex flex-wrap gap-1">
          {rule.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      </td>
      <td className="min-w-44">
        {rule.components.length === 0 ? (
          <span className="text-bad">nothing: it opens no incidents</span>
        ) : (
          <ul>
            {rule.components.map(({ componentId, targetImpact }) => (
              <li key={componentId}>
                {pathOf(components, componentId)}: {impactOptions[targetImpact]}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        {rule.incidentId === null ? (
          <span className="text-soft">none</span>
        ) : (
          <Link
            to="/accounts/$accountId/status-pages/incidents/$incidentId"
            params={{ accountId, incidentId: rule.incidentId }}
          >
            Show<span className="sr-only"> the incident of {rule.name}</span>
          </Link>
        )}
      </td>
      <td>
        {mayWrite ? (
          <span className="flex justify-end gap-2">
            <Button aria-label={`Edit rule ${rule.name}`} onClick={() => setDialog('edit')}>
              Edit
            </Button>
            <Button look="danger" aria-label={`Delete rule ${rule.name}`} onClick={() => setDialog('delete')}>
              Delete
            </Button>
          </span>
        ) : null}
        {dialog === 'edit' ? (
          <RuleDialog statusPageId={rule.statusPageId} rule={rule} components={components} onClose={close} />
        ) : null}
        {dialog === 'delete' ? (
          <ConfirmDelete
            what="automation rule"
            name={rule.name}
            mustType={false}
            consequences={<p>Its open incident is resolved. Past incidents are kept.</p>}
            onDelete={() => deleteRule(api, rule)}
            stale={statusPagesKey}
            onClose={close}
          />
        ) : null}
      </td>
    </tr>
  )
}
