import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { CursorQuery, cursorPage } from '../validation/cursor-page.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import { ComponentImpact } from './status-page-component.ts'
import { StatusPageService } from './status-page-service.ts'

export const incidentSeverities = ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

export const incidentStatuses = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

export const longestIncidentName = 255

const severity = component('IncidentSeverity', OneOf(incidentSeverities))
const status = component('StatusPageIncidentStatus', OneOf(incidentStatuses))

const description = Type.String({ minLength: 1, maxLength: 20_000, description: 'Text shown to visitors.' })
const publicDate = (more: string) =>
  Timestamp({
    description: `The date shown to visitors and used to sort updates. Can be in the past, and at most five minutes in the future. ${more}`,
  })
const notify = 'Whether subscribers get a mail when the update is posted. Later edits send no mail.'

export const IncidentUpdateCreate = component(
  'StatusPageIncidentUpdateCreate',
  Type.Object({
    description,
    status: Type.Optional(OneOf(incidentStatuses, { default: 'INVESTIGATING' })),
    publicIncidentUpdateDate: Type.Optional(publicDate('If omitted: now.')),
    notifySubscribers: Type.Optional(Type.Boolean({ default: false, description: notify })),
  }),
)
export type IncidentUpdateCreate = Static<typeof IncidentUpdateCreate>

/** Without defaults: whoever mends a word must not move the date or reopen the incident. */
export const IncidentUpdateChange = component(
  'StatusPageIncidentUpdateChange',
  Type.Object({
    description,
    status: Type.Optional(status),
    publicIncidentUpdateDate: Type.Optional(publicDate('If omitted, it is kept.')),
    notifySubscribers: Type.Optional(Type.Boolean({ description: notify })),
  }),
)
export type IncidentUpdateChange = Static<typeof IncidentUpdateChange>

export const IncidentUpdate = component(
  'StatusPageIncidentUpdate',
  Type.Object({
    id: Uuid(),
    description: Type.String(),
    status,
    publicIncidentUpdateDate: Timestamp(),
    notifySubscribers: Type.Boolean(),
    created_at: Timestamp(),
  }),
)
export type IncidentUpdate = Static<typeof IncidentUpdate>

export const IncidentUpdateList = component(
  'StatusPageIncidentUpdateList',
  Type.Array(IncidentUpdate, { description: 'By public date, latest first, at most 100.' }),
)

const written = {
  name: Type.String({ minLength: 1, maxLength: longestIncidentName }),
  severity: Type.Optional(
    component(
      'StatusPageIncidentSeverityWrite',
      OneOf(incidentSeverities, {
        description:
          'Required with services. Of components alone, by default what their worst impact amounts to.',
      }),
    ),
  ),
  services: Type.Optional(
    Type.Array(
      component(
        'StatusPageIncidentServiceReference',
        Type.Object({ id: Uuid({ description: 'A service of the account.' }) }),
      ),
      {
        maxItems: 500,
        description:
          'The incident is shown on every page that shows one of them. An incident has services, components or both.',
      },
    ),
  ),
  components: Type.Optional(
    Type.Array(
      component(
        'StatusPageIncidentComponentReference',
        Type.Object({
          id: Uuid({ description: 'A component of a status page of the account.' }),
          impact: ComponentImpact,
        }),
      ),
      { maxItems: 500, description: 'The incident is shown on the pages that have them.' },
    ),
  ),
}

/** Nobody would see an incident of nothing, and only components say how bad it is. */
const isOfSomething: Rule = ({ services, components: affected, severity: sentSeverity }) => {
  const isListed = (list: unknown) => Array.isArray(list) && list.length > 0
  if (!isListed(services) && !isListed(affected)) {
    const message = services === undefined ? 'is required' : 'must have at least 1 item'
    return [
      { path: 'services', message },
      ...(sentSeverity === undefined ? [{ path: 'severity', message: 'is required' }] : []),
    ]
  }
  return isListed(services) && sentSeverity === undefined
    ? [{ path: 'severity', message: 'is required' }]
    : []
}

const componentsOnce: Rule = ({ components: affected }) => {
  const known = new Set<string>()
  return (Array.isArray(affected) ? affected : []).flatMap((entry: unknown, index) => {
    const id = isRecord(entry) && typeof entry['id'] === 'string' ? entry['id'].toLowerCase() : null
    if (id === null || !known.has(id)) {
      if (id !== null) known.add(id)
      return []
    }
    return [{ path: `components.${index}.id`, message: 'is listed twice' }]
  })
}

export const IncidentCreate = component(
  'StatusPageIncidentCreate',
  withRules(
    Type.Object({
      ...written,
      incidentUpdates: Type.Array(IncidentUpdateCreate, { minItems: 1, maxItems: 1 }),
    }),
    isOfSomething,
    componentsOnce,
  ),
)
export type IncidentCreate = Static<typeof IncidentCreate>

export const IncidentReplace = component(
  'StatusPageIncidentReplace',
  withRules(Type.Object(written), isOfSomething, componentsOnce),
)
export type IncidentReplace = Static<typeof IncidentReplace>

export const IncidentPatch = component('StatusPageIncidentPatch', Type.Object({ severity }))
export type IncidentPatch = Static<typeof IncidentPatch>

const shown = {
  id: Uuid(),
  name: Type.String(),
  severity,
  services: Type.Array(StatusPageService, {
    description: 'Includes services that were deleted later.',
  }),
  components: Type.Array(
    component(
      'StatusPageIncidentComponent',
      Type.Object({ id: Uuid(), name: Type.String(), impact: ComponentImpact }),
    ),
    { description: 'Of pages with components; includes those that were deleted later.' },
  ),
  lastUpdateStatus: component(
    'StatusPageIncidentLastStatus',
    OneOf(incidentStatuses, { description: 'Status of the update with the latest public date.' }),
  ),
  duration: Nullable(Type.Integer(), {
    description: 'Seconds from the first update to the one that resolved it; null while it is open.',
  }),
  checkId: Nullable(Uuid(), {
    description: 'The check that opened it, which may have been deleted; null if it was opened manually.',
  }),
  automationRuleId: Nullable(Uuid(), {
    description: 'The automation rule that opened it, which may have been deleted.',
  }),
  draftUpdate: Nullable(
    component(
      'StatusPageIncidentDraft',
      Type.Object({ status, description: Type.String(), created_at: Timestamp() }),
    ),
    {
      description:
        'The update that its automation rule would have posted, were the incident not edited by a person since. Post it, or one of your own.',
    },
  ),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'Time of the last change; at first the time of creation.' }),
}

/** As a status page lists it: the updates are read with the incident itself. */
export const ListedIncident = component('StatusPageListedIncident', Type.Object(shown))
export type ListedIncident = Static<typeof ListedIncident>

export const Incident = component(
  'StatusPageIncident',
  Type.Object({ ...shown, incidentUpdates: IncidentUpdateList }),
)
export type Incident = Static<typeof Incident>

export const IncidentPage = cursorPage('StatusPageIncidentPage', Incident)

export const IncidentsQuery = Type.Object({
  ...CursorQuery.properties,
  isOpen: Type.Optional(Type.Boolean({ description: 'Only open incidents, or only resolved ones.' })),
})
export const IncidentParams = Type.Object({ incidentId: Uuid() })
export const IncidentUpdateParams = Type.Object({ incidentId: Uuid(), incidentUpdateId: Uuid() })
export type IncidentUpdateParams = Static<typeof IncidentUpdateParams>
