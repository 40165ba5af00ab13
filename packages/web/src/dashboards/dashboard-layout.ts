import { TagsField } from '../check-form/tags-field.tsx'
import type { FormLayout } from '../schema-form/form-layout.ts'
import type { FormValue } from '../schema-form/value-at.ts'

export const dashboardLayout: FormLayout = {
  sections: [
    { title: 'Dashboard', fields: ['header', 'description', 'isPrivate'] },
    {
      title: 'What it shows',
      fields: [
        'layout',
        'tags',
        'useTagsAndOperator',
        'sortByStatus',
        'showP95',
        'showP99',
        'expandChecks',
        'showGroupNames',
        'hideTags',
        'enableIncidents',
        'showCheckRunLinks',
      ],
    },
    {
      title: 'Pages',
      help: 'For a screen that nobody touches.',
      fields: ['checksPerPage', 'paginate', 'paginationRate', 'refreshRate'],
    },
    {
      title: 'Look',
      isFolded: true,
      fields: ['width', 'showHeader', 'logo', 'favicon', 'link', 'customCSS'],
    },
    { title: 'Own address', isFolded: true, fields: ['customUrl', 'customDomain'] },
  ],
  fields: {
    header: { label: 'Headline', isWide: true },
    description: { help: 'Stands below the headline.', isWide: true },
    isPrivate: {
      label: 'Private',
      help: 'Visitors need a password, which is made when you save and is shown once. Save it as public and as private again for another one.',
      isWide: true,
    },
    layout: {
      options: { LIST: 'List with figures', TILES: 'Wall: problems first, tiles with 24 hours' },
      help: 'The wall is dark and large, shows 24 checks on a page, and returns to its first page when a check begins to fail.',
      isWide: true,
    },
    tags: { rowLabel: 'Tag', widget: TagsField },
    useTagsAndOperator: {
      label: 'Match',
      options: { true: 'All tags', false: 'Any tag' },
    },
    sortByStatus: { label: 'Failing checks first' },
    showP95: { label: '95th percentiles' },
    showP99: { label: '99th percentiles' },
    expandChecks: { label: 'All periods of every check' },
    showGroupNames: { label: 'Names of groups' },
    hideTags: { label: 'Without tags' },
    enableIncidents: { label: 'Incidents' },
    showCheckRunLinks: { label: 'Links to results' },
    checksPerPage: { label: 'Checks on a page', isHidden: ({ layout }) => layout === 'TILES' },
    paginate: { label: 'Rotate pages automatically' },
    paginationRate: {
      label: 'Rotate every',
      options: { 30: '30 seconds', 60: '1 minute', 300: '5 minutes' },
    },
    refreshRate: {
      label: 'Refresh every',
      options: { 60: '1 minute', 300: '5 minutes', 600: '10 minutes' },
    },
    width: { options: { FULL: 'As wide as the screen', '960PX': '960 pixels' } },
    showHeader: { label: 'Headline, logo and description' },
    link: { label: 'The logo leads to' },
    customCSS: { label: 'Own style (CSS)' },
    customUrl: { label: 'First part of its host name' },
    customDomain: { label: 'Domain' },
  },
  settle,
}

const emptyIsNothing = ['description', 'customUrl', 'customDomain', 'logo', 'favicon', 'link']

/** An input that was emptied says "nothing". */
function settle(value: FormValue): FormValue {
  const emptyNames = emptyIsNothing.filter((name) => value[name] === '')
  if (emptyNames.length === 0) return value
  return { ...value, ...Object.fromEntries(emptyNames.map((name) => [name, null])) }
}
