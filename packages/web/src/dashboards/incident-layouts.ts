import type { FieldLayout, FormLayout } from '../schema-form/form-layout.ts'
import { LocalMomentField } from '../status-pages/local-moment-field.tsx'
import { impactOptions, statusOptions } from './incident-words.ts'

const ofIncident: Readonly<Record<string, FieldLayout>> = {
  name: { label: 'Title', placeholder: 'Payments are slow', isWide: true },
  impact: { options: impactOptions },
  startedAt: {
    label: 'Started',
    help: 'Empty: when you publish it.',
    widget: LocalMomentField,
    isWide: false,
  },
  stoppedAt: {
    label: 'Ended',
    help: 'Empty: when an update says that it is resolved.',
    widget: LocalMomentField,
    isWide: false,
  },
  // The dashboard is chosen before the form is opened.
  dashboardId: { isHidden: true },
}

const times = ['name', 'impact', 'startedAt', 'stoppedAt']

export const newIncidentLayout: FormLayout = {
  sections: [
    { title: 'Incident', fields: [...times, 'dashboardId'] },
    { title: 'First update', fields: ['incidentUpdates.0.status', 'incidentUpdates.0.description'] },
  ],
  fields: {
    ...ofIncident,
    'incidentUpdates.0.status': { options: statusOptions },
    'incidentUpdates.0.description': { label: 'Message', isWide: true },
  },
}

export const incidentLayout: FormLayout = {
  sections: [{ title: 'Incident', fields: times }],
  fields: ofIncident,
}

export const updateLayout: FormLayout = {
  sections: [{ title: 'Update', fields: ['status', 'description'] }],
  fields: {
    status: { options: statusOptions, help: '“Resolved” ends the incident.' },
    description: { label: 'Message', isWide: true },
  },
}
