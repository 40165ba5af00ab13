import { TagsField } from '../check-form/tags-field.tsx'
import { webAddressAt } from '../schema-form/complete-address.ts'
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
        'showReasons',
        'enableIncidents',
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
    header: { label: 'Headline', placeholder: 'Example services', isWide: true },
    description: { label: 'Tagline', help: 'Shown below the headline.', isWide: true },
    isPrivate: {
      label: 'Private',
      help: 'Visitors need a password. It is created when you save, and shown once. For a new one, save the dashboard as public and then as private again.',
      isWide: true,
    },
    layout: {
      options: { LIST: 'List with statistics', TILES: 'Wall: problems first, tiles with 24 hours' },
      help: 'The wall is dark and large, shows 24 checks on a page, and returns to its first page when a check starts to fail.',
      isWide: true,
    },
    tags: {
      rowLabel: 'Tag',
      widget: TagsField,
      help: 'Shows checks with these tags, or in a group with them. Empty: all checks.',
    },
    useTagsAndOperator: {
      label: 'Match',
      options: { true: 'All tags', false: 'Any tag' },
      unsetWord: 'Any tag',
    },
    sortByStatus: { label: 'Failing checks first' },
    showP95: { label: 'Show 95th percentiles' },
    showP99: { label: 'Show 99th percentiles' },
    expandChecks: { label: 'Show all periods of each check' },
    showGroupNames: { label: 'Show group names' },
    hideTags: { label: 'Hide tags' },
    showReasons: {
      label: 'Show reasons of failures',
      help: 'Reasons name addresses and values of responses. Everybody who can open the dashboard reads them.',
      isHidden: ({ layout }) => layout !== 'TILES',
    },
    enableIncidents: { label: 'Show incidents' },
    // The API keeps it: there is no public page of a result.
    showCheckRunLinks: { isHidden: true },
    checksPerPage: {
      label: 'Checks per page',
      placeholder: '15',
      isHidden: ({ layout }) => layout === 'TILES',
    },
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
    showHeader: { label: 'Show headline, logo and tagline' },
    logo: {
      complete: webAddressAt('logo', 'show'),
      help: 'The address of a picture.',
      placeholder: 'https://www.example.com/logo.svg',
    },
    favicon: {
      complete: webAddressAt('favicon', 'show'),
      help: 'The icon in the browser tab.',
      placeholder: 'https://www.example.com/favicon.png',
    },
    link: {
      complete: webAddressAt('link', 'link to'),
      label: 'Logo link',
      placeholder: 'https://www.example.com',
    },
    customCSS: {
      label: 'Custom CSS',
      help: 'Rules that load anything except images over https are removed.',
    },
    customUrl: {
      label: 'Subdomain',
      help: 'Letters, digits and hyphens; the first part of the host name of the dashboard.',
      placeholder: 'health',
    },
    customDomain: { label: 'Domain', placeholder: 'health.example.com' },
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
