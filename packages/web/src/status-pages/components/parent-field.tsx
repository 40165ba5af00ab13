import { useId } from 'react'
import { FieldGroup } from '../../schema-form/field-group.tsx'
import type { WidgetProps } from '../../schema-form/form-layout.ts'
import type { PageComponent } from '../../resources/status-pages/status-page-parts.ts'
import { pathOf, possibleParents } from './component-tree.ts'

/** What the dialog of a component gives to its form: all components of the page, and its own id. */
export type ComponentContext = { components: readonly PageComponent[]; ownId: string | null }

/** The group that a component stands in. */
export function ParentField({ value, label, help, error, onChange, form }: WidgetProps) {
  const id = useId()
  // Safe because only the dialog of a component has this field.
  const { components, ownId } = form.context as ComponentContext
  return (
    <FieldGroup label={label} help={help} error={error}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="control"
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">None</option>
        {possibleParents(components, ownId).map((group) => (
          <option key={group.id} value={group.id}>
            {pathOf(components, group.id)}
          </option>
        ))}
      </select>
    </FieldGroup>
  )
}
