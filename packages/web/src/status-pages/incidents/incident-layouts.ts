import type { FieldLayout, FormLayout } from '../../schema-form/form-layout.ts'
import { LocalMomentField } from '../local-moment-field.tsx'
import { IncidentComponentsField } from '../components/incident-components-field.tsx'
import { ServicesField } from '../services-field.tsx'
import { severityOptions, statusOptions } from './incident-words.ts'

const ofIncident: Readonly<Record<string, FieldLayout>> = {
  name: { label: 'Title', placeholder: 'Payments are slow', isWide: true },
  severity: { options: severityOptions, help: 'The page shows the worst severity of its open incidents.' },
  services: {
    label: 'Services',
    widget: ServicesField,
    help: 'The incident is shown on every page with one of them.',
  },
  components: {
    label: 'Components',
    widget: IncidentComponentsField,
    help: 'Of pages with components, and how the incident affects each.',
  },
}

function ofUpdate(at: string, isEdit: boolean): Readonly<Record<string, FieldLayout>> {
  return {
    [`${at}description`]: {
      label: 'Message',
      help: 'Markdown: **bold**, *italics*, `code`, lists and [links](https://example.com).',
      isWide: true,
    },
    [`${at}status`]: { options: statusOptions, help: '“Resolved” closes the incident.' },
    [`${at}publicIncidentUpdateDate`]: {
      label: 'Date shown',
      help: 'Visitors see it, and updates are sorted by it. Empty: the time of posting.',
      widget: LocalMomentField,
      isWide: false,
    },
    // An edit mails nobody.
    [`${at}notifySubscribers`]: { label: 'Mail the subscribers', isWide: true, isHidden: isEdit },
  }
}

const updateFields = ['status', 'description', 'notifySubscribers', 'publicIncidentUpdateDate']

export const newIncidentLayout: FormLayout = {
  sections: [
    { title: 'Incident', fields: ['name', 'severity', 'services', 'components'] },
    { title: 'First update', fields: updateFields.map((name) => `incidentUpdates.0.${name}`) },
  ],
  fields: { ...ofIncident, ...ofUpdate('incidentUpdates.0.', false) },
}

export const incidentLayout: FormLayout = {
  sections: [{ title: 'Incident', fields: ['name', 'severity', 'services', 'components'] }],
  fields: ofIncident,
}

export const newUpdateLayout: FormLayout = {
  sections: [{ title: 'Update', fields: updateFields }],
  fields: ofUpdate('', false),
}

export const updateLayout: FormLayout = {
  sections: [{ title: 'Update', fields: updateFields }],
  fields: ofUpdate('', true),
}
