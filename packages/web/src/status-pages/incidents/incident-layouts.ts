import type { FieldLayout, FormLayout } from '../../schema-form/form-layout.ts'
import { LocalMomentField } from '../local-moment-field.tsx'
import { ServicesField } from '../services-field.tsx'
import { severityOptions, statusOptions } from './incident-words.ts'

const ofIncident: Readonly<Record<string, FieldLayout>> = {
  name: { help: 'What people see first, such as “Payments are slow”.', isWide: true },
  severity: { options: severityOptions, help: 'The worst open one is the state of the page.' },
  services: { label: 'Services', widget: ServicesField },
}

function ofUpdate(at: string, isEdit: boolean): Readonly<Record<string, FieldLayout>> {
  return {
    [`${at}description`]: {
      label: 'What is told',
      help: 'Markdown: **bold**, *italics*, `code`, lists and [links](https://example.com).',
      isWide: true,
    },
    [`${at}status`]: { options: statusOptions, help: '“Resolved” closes the incident.' },
    [`${at}publicIncidentUpdateDate`]: {
      label: 'Date that people see',
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
    { title: 'Incident', fields: ['name', 'severity', 'services'] },
    { title: 'First update', fields: updateFields.map((name) => `incidentUpdates.0.${name}`) },
  ],
  fields: { ...ofIncident, ...ofUpdate('incidentUpdates.0.', false) },
}

export const incidentLayout: FormLayout = {
  sections: [{ title: 'Incident', fields: ['name', 'severity', 'services'] }],
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
