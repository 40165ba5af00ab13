import schema from 'sonde-schema:STATUS_PAGE_AUTOMATION_RULE'
import { useWrite } from '../../api/use-write.ts'
import { TagsField } from '../../check-form/tags-field.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  saveRule,
  type AutomationRule,
  type PageComponent,
} from '../../resources/status-pages/status-page-parts.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { SchemaDialog } from '../../schema-form/schema-dialog.tsx'
import type { FormLayout, WidgetProps } from '../../schema-form/form-layout.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { pathOf } from './component-tree.ts'
import { ImpactsField } from './impacts-field.tsx'

const names = { id: 'componentId', impact: 'targetImpact' }

function RuleComponentsField(props: WidgetProps) {
  // Safe because only the dialog of a rule has this field.
  const components = props.form.context as readonly PageComponent[]
  const choices = components.map(({ id }) => ({ id, name: pathOf(components, id) }))
  return <ImpactsField {...props} choices={choices} names={names} />
}

const layout: FormLayout = {
  sections: [
    { title: 'Rule', isTitleHidden: true, fields: ['name', 'tags', 'components'] },
    { title: 'Updates', fields: ['firstUpdate', 'lastUpdate', 'notifySubscribers'] },
    { title: 'When', fields: ['coolDownWindowMinutes', 'enabled'] },
  ],
  fields: {
    name: {
      help: 'Also the title of its incidents.',
      placeholder: 'Payments are down',
      isWide: true,
    },
    tags: {
      label: 'Checks with tag',
      rowLabel: 'Tag',
      help: 'When one of them alerts that it fails, the rule opens an incident; further ones join it.',
      widget: TagsField,
      isWide: true,
    },
    components: { label: 'Affected components', widget: RuleComponentsField, isWide: true },
    firstUpdate: { label: 'First update', placeholder: 'We are investigating.', isWide: true },
    lastUpdate: {
      label: 'Last update',
      help: 'Posted when no check of the rule fails any more, and resolves the incident.',
      placeholder: 'The problem is resolved.',
      isWide: true,
    },
    notifySubscribers: { label: 'Mail the subscribers', isWide: true },
    coolDownWindowMinutes: {
      label: 'Cool-down (minutes)',
      help: 'How long after an incident was opened no other one is. 0: none.',
    },
    enabled: { label: 'Enabled' },
  },
}

/** Adds an automation rule to a page, or changes one. */
export function RuleDialog({
  statusPageId,
  rule,
  components,
  onClose,
}: {
  statusPageId: string
  rule: AutomationRule | null
  components: readonly PageComponent[]
  onClose: () => void
}) {
  const toast = useToast()
  const saving = useWrite({
    write: (api, value: FormValue) => saveRule(api, { statusPageId, ruleId: rule?.id ?? null }, value),
    stale: [statusPagesKey],
    onDone: ({ name }) => {
      toast(rule === null ? `Rule “${name}” created` : 'Saved')
      onClose()
    },
  })
  return (
    <SchemaDialog
      title={rule === null ? 'New automation rule' : 'Edit automation rule'}
      schema={schema}
      layout={layout}
      initial={initialOf(rule)}
      context={components}
      owner={rule?.projectBindings.owner ?? null}
      saving={saving}
      saveWord={rule === null ? 'Create rule' : 'Save'}
      onClose={onClose}
    />
  )
}

function initialOf(rule: AutomationRule | null): FormValue {
  if (rule === null) {
    return {
      name: '',
      enabled: true,
      firstUpdate: '',
      lastUpdate: '',
      notifySubscribers: true,
      tags: [],
      coolDownWindowMinutes: 5,
      components: [],
    }
  }
  const { name, enabled, firstUpdate, lastUpdate, notifySubscribers, tags, coolDownWindowMinutes } = rule
  const components = rule.components.map((each) => ({ ...each }))
  return {
    name,
    enabled,
    firstUpdate,
    lastUpdate,
    notifySubscribers,
    tags,
    coolDownWindowMinutes,
    components,
  }
}
