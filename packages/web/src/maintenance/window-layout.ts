import { ProseField } from '../schema-form/text-field.tsx'
import { TagsField } from '../check-form/tags-field.tsx'
import type { FieldLayout, FormLayout } from '../schema-form/form-layout.ts'
import { valueAt, withValueAt, type FormValue } from '../schema-form/value-at.ts'
import { LastDayField } from './last-day-field.tsx'
import { AffectedServicesField, StatusPagesField } from './status-page-fields.tsx'
import { ChecksField, GroupsField } from './subject-fields.tsx'
import { TimezoneField } from './timezone-field.tsx'
import { ZonedMomentField } from './zoned-moment-field.tsx'

const page = 'statusPageVisibility'
const isNotRepeated = ({ repeatInterval }: FormValue) => typeof repeatInterval !== 'number'
const isNotShown = (value: FormValue) => valueAt(value, `${page}.enabled`) !== true

const isAllSilenced = ({ silenceAllAlerts }: FormValue) => silenceAllAlerts === true
const isAllPaused = ({ pauseAllChecks }: FormValue) => pauseAllChecks === true

const onPages = [
  'severity',
  'statusPageIds',
  'affectAllServices',
  'serviceIds',
  'showAffectedServices',
  'suppressAutoIncidents',
  'notifyOnStart',
  'notifyOnEnd',
  'reminderMinutesBefore',
  'autoStart',
  'autoEnd',
].map((name) => `${page}.${name}`)

const pageFields: Readonly<Record<string, FieldLayout>> = {
  [`${page}.enabled`]: {
    label: 'Show it on status pages',
    help: 'Visitors see when it happens and what it affects.',
    isWide: true,
  },
  [`${page}.severity`]: {
    label: 'Severity',
    options: { MINOR: 'Minor', MEDIUM: 'Medium', MAJOR: 'Major', CRITICAL: 'Critical' },
  },
  [`${page}.showAffectedServices`]: {
    label: 'Mark the affected services',
    help: 'Off: the services are not named, and their downtime counts.',
  },
  [`${page}.statusPageIds`]: { label: 'Status pages', widget: StatusPagesField },
  [`${page}.serviceIds`]: {
    label: 'Services',
    widget: AffectedServicesField,
    isHidden: (value) => isNotShown(value) || valueAt(value, `${page}.affectAllServices`) === true,
  },
  [`${page}.affectAllServices`]: { label: 'All services of the pages' },
  [`${page}.suppressAutoIncidents`]: {
    label: 'No automatic incidents',
    help: 'Checks that fail during the maintenance open none for these services.',
  },
  [`${page}.notifyOnStart`]: { label: 'Mail subscribers at the start' },
  [`${page}.notifyOnEnd`]: { label: 'Mail subscribers at the end' },
  [`${page}.reminderMinutesBefore`]: {
    label: 'Reminders before the start',
    rowLabel: 'Reminder (minutes)',
    help: 'Mail the subscribers this many minutes before: from 60 to 10,080 (a week).',
    placeholder: '1440',
  },
  [`${page}.autoStart`]: {
    label: 'Start automatically',
    help: 'Off: it starts when somebody posts an update with the status “In progress”.',
  },
  [`${page}.autoEnd`]: {
    label: 'End automatically',
    help: 'Off: it continues past its end until somebody ends it.',
  },
}

const fieldsOfPages = Object.fromEntries(
  onPages.map((path) => [path, { isHidden: isNotShown, ...pageFields[path] }]),
)

export const windowLayout: FormLayout = {
  sections: [
    { title: 'Window', fields: ['name', 'description'] },
    {
      title: 'When',
      fields: ['timezone', 'startsAt', 'endsAt', 'repeatInterval', 'repeatUnit', 'repeatEndsAt'],
    },
    {
      title: 'Silence alerts',
      help: 'Checks keep running, and nobody is notified.',
      fields: ['silenceAllAlerts', 'silenceGroupIds', 'silenceAlertsTags', 'silenceCheckIds'],
    },
    {
      title: 'Pause checks',
      help: 'Checks do not run: there is no data for that time.',
      fields: ['pauseAllChecks', 'pauseGroupIds', 'tags', 'pauseCheckIds'],
    },
    { title: 'On status pages', fields: [`${page}.enabled`, ...onPages] },
  ],
  fields: {
    name: { placeholder: 'Database upgrade' },
    description: {
      placeholder: 'We upgrade the database. Orders are not possible meanwhile.',
      widget: ProseField,
    },
    timezone: {
      label: 'Time zone',
      widget: TimezoneField,
      help: 'Repeats keep their time of day in this zone, also across changes to daylight saving time.',
    },
    startsAt: { label: 'Starts', widget: ZonedMomentField, isWide: false },
    endsAt: { label: 'Ends', widget: ZonedMomentField, isWide: false },
    repeatInterval: { label: 'Repeat every', help: 'A number of days, weeks or months. Empty: once.' },
    repeatUnit: {
      help: 'In a month without that day, the last day of the month.',
      label: 'Unit',
      isHidden: isNotRepeated,
      options: { DAY: 'Days', WEEK: 'Weeks', MONTH: 'Months' },
    },
    repeatEndsAt: {
      label: 'Last day',
      help: 'Empty: no end.',
      isHidden: isNotRepeated,
      widget: LastDayField,
      isWide: false,
    },
    silenceAllAlerts: { label: 'All checks', isWide: true },
    silenceGroupIds: { label: 'Groups', widget: GroupsField, isHidden: isAllSilenced },
    silenceCheckIds: { label: 'Checks', widget: ChecksField, isHidden: isAllSilenced },
    silenceAlertsTags: {
      label: 'Checks with a tag',
      help: 'Also checks in a group with the tag.',
      rowLabel: 'Tag',
      widget: TagsField,
      isHidden: isAllSilenced,
    },
    pauseAllChecks: { label: 'All checks', isWide: true },
    pauseGroupIds: { label: 'Groups', widget: GroupsField, isHidden: isAllPaused },
    pauseCheckIds: { label: 'Checks', widget: ChecksField, isHidden: isAllPaused },
    tags: {
      label: 'Checks with a tag',
      help: 'Also checks in a group with the tag.',
      rowLabel: 'Tag',
      widget: TagsField,
      isHidden: isAllPaused,
    },
    ...pageFields,
    ...fieldsOfPages,
  },
  settle,
}

/** A unit means nothing without a number, and a window that affects all services names none. */
function settle(value: FormValue): FormValue {
  const isAll = valueAt(value, `${page}.affectAllServices`) === true
  const result = isAll ? withValueAt(value, `${page}.serviceIds`, []) : value
  return isNotRepeated(result) ? { ...result, repeatUnit: null, repeatEndsAt: null } : result
}

const effects = [
  'tags',
  'silenceAlertsTags',
  'silenceCheckIds',
  'silenceGroupIds',
  'pauseCheckIds',
  'pauseGroupIds',
] as const

/** Whether the window would silence, pause or announce anything: else it cannot be saved. */
export function hasEffect(value: FormValue): boolean {
  const isListed = (path: string) => {
    const list = valueAt(value, path)
    return Array.isArray(list) && list.length > 0
  }
  return (
    isAllSilenced(value) ||
    isAllPaused(value) ||
    effects.some(isListed) ||
    (valueAt(value, `${page}.enabled`) === true && isListed(`${page}.statusPageIds`))
  )
}
