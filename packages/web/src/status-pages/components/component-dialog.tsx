import schema from 'sonde-schema:STATUS_PAGE_COMPONENT'
import { useWrite } from '../../api/use-write.ts'
import { useToast } from '../../parts/toast.tsx'
import { saveComponent, type PageComponent } from '../../resources/status-pages/status-page-parts.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { SchemaDialog } from '../../schema-form/schema-dialog.tsx'
import type { FormLayout } from '../../schema-form/form-layout.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { ParentField } from './parent-field.tsx'

const layout: FormLayout = {
  sections: [
    {
      title: 'Component',
      isTitleHidden: true,
      fields: [
        'type',
        'name',
        'description',
        'parentId',
        'displayOrder',
        'hidden',
        'configuration.showHistoricalData',
        'configuration.expandedByDefault',
      ],
    },
  ],
  fields: {
    type: { label: 'Kind', options: { SERVICE: 'Service', GROUP: 'Group of components' } },
    name: { placeholder: 'Payments', isWide: true },
    description: { help: 'Shown below the name.', isWide: true },
    parentId: { label: 'In group', widget: ParentField, isWide: true },
    displayOrder: { label: 'Order', help: 'Smaller numbers come first; equal ones are sorted by name.' },
    hidden: { label: 'Hidden from visitors' },
    'configuration.showHistoricalData': { label: 'Show uptime and history' },
    'configuration.expandedByDefault': {
      label: 'Expanded by default',
      isHidden: ({ type }) => type !== 'GROUP',
    },
  },
  settle,
}

/** A setting that only groups have goes with the group. */
function settle(value: FormValue): FormValue {
  const { configuration } = value
  if (value['type'] === 'GROUP' || typeof configuration !== 'object' || configuration === null) return value
  const { expandedByDefault: _ofGroups, ...kept } = configuration as Record<string, unknown>
  return _ofGroups === undefined ? value : { ...value, configuration: kept }
}

/** Adds a component to a page, or changes one. */
export function ComponentDialog({
  statusPageId,
  component,
  components,
  onClose,
}: {
  statusPageId: string
  component: PageComponent | null
  components: readonly PageComponent[]
  onClose: () => void
}) {
  const toast = useToast()
  const saving = useWrite({
    write: (api, value: FormValue) =>
      saveComponent(api, { statusPageId, componentId: component?.id ?? null }, value),
    stale: [statusPagesKey],
    onDone: ({ name }) => {
      toast(component === null ? `Component “${name}” created` : 'Saved')
      onClose()
    },
  })
  return (
    <SchemaDialog
      title={component === null ? 'New component' : 'Edit component'}
      schema={schema}
      layout={layout}
      initial={initialOf(component, components)}
      context={{ components, ownId: component?.id ?? null }}
      owner={component?.projectBindings.owner ?? null}
      saving={saving}
      saveWord={component === null ? 'Create component' : 'Save'}
      onClose={onClose}
    />
  )
}

/** A new one comes last. */
function initialOf(component: PageComponent | null, components: readonly PageComponent[]): FormValue {
  if (component === null) {
    const last = Math.max(0, ...components.map(({ displayOrder }) => displayOrder))
    return {
      type: 'SERVICE',
      name: '',
      description: null,
      parentId: null,
      displayOrder: components.length === 0 ? 0 : last + 1,
      hidden: false,
      configuration: { showHistoricalData: true },
    }
  }
  const { type, name, description, parentId, displayOrder, hidden, configuration } = component
  return { type, name, description, parentId, displayOrder, hidden, configuration: { ...configuration } }
}
