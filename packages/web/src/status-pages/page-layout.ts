import { webAddressAt } from '../schema-form/complete-address.ts'
import type { FormLayout } from '../schema-form/form-layout.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { CardsField } from './cards-field.tsx'
import { colorFields, ThemeColorsField } from './theme-colors-field.tsx'
import { UrlField } from './url-field.tsx'

const cardsSection = {
  title: 'Cards and services',
  help: 'The page shows the cards, and the services of each card, in this order.',
  fields: ['cards'],
}

const sections = [
  { title: 'Page', fields: ['name', 'url', 'description', 'version', 'revision'] },
  {
    title: 'Look',
    fields: ['logo', 'logoDark', 'favicon', 'redirectTo', 'defaultTheme', 'themeColors'],
  },
  {
    title: 'Footer and search engines',
    isFolded: true,
    fields: ['footerText', 'privacyPolicyLink', 'termsOfServiceLink', 'supportLink', 'allowIndexing'],
  },
  {
    title: 'Own domain',
    fields: ['customDomain'],
  },
]

const fields: NonNullable<FormLayout['fields']> = {
  name: { placeholder: 'Example status' },
  url: { label: 'Address', widget: UrlField, isWide: false, help: 'Letters, digits and hyphens.' },
  description: {
    label: 'Tagline',
    help: 'Shown below the name.',
    placeholder: 'Status of the Example products',
    isWide: true,
  },
  cards: { label: 'Cards', rowLabel: 'Card', widget: CardsField },
  'cards.*.name': { label: 'Name', help: 'Shown above its services.', placeholder: 'Shop' },
  logo: {
    complete: webAddressAt('logo', 'show'),
    help: 'The address of a picture. Empty: the name is shown.',
    placeholder: 'https://www.example.com/logo.svg',
  },
  logoDark: {
    complete: webAddressAt('logoDark', 'show'),
    label: 'Logo on dark pages',
    help: 'Empty: the same logo.',
    placeholder: 'https://www.example.com/logo-dark.svg',
  },
  favicon: {
    complete: webAddressAt('favicon', 'show'),
    help: 'The icon in the browser tab.',
    placeholder: 'https://www.example.com/favicon.png',
  },
  redirectTo: {
    complete: webAddressAt('redirectTo', 'link to'),
    label: 'Logo link',
    help: 'Where the logo links to.',
    placeholder: 'https://www.example.com',
  },
  defaultTheme: {
    label: 'Theme',
    options: { AUTO: 'Match visitor', LIGHT: 'Light', DARK: 'Dark' },
  },
  themeColors: {
    label: 'Own colours',
    help: 'Choose colours with enough contrast.',
    widget: ThemeColorsField,
  },
  ...colorFields,
  customDomain: {
    label: 'Host name',
    help: 'The page is shown there after the domain is verified.',
    placeholder: 'status.example.com',
    isWide: true,
  },
  footerText: { label: 'Footer text', isWide: true },
  privacyPolicyLink: { label: 'Privacy policy', placeholder: 'https://www.example.com/privacy' },
  termsOfServiceLink: { label: 'Terms of service', placeholder: 'https://www.example.com/terms' },
  supportLink: { label: 'Support', placeholder: 'mailto:help@example.com' },
  allowIndexing: { label: 'Search engines may list the page', isWide: true },
  // Stored for those who bring it along; our pages run no scripts of others.
  googleAnalyticsTag: { isHidden: true },
  // Sent with every update as they were read.
  version: { isHidden: true },
  revision: { isHidden: true },
}

const [first, ...others] = sections

/** Of a page with cards. */
export const pageLayout: FormLayout = {
  sections: [first, cardsSection, ...others].filter((section) => section !== undefined),
  fields,
  settle,
}

/** Of a page with components, which have a screen of their own. */
export const componentPageLayout: FormLayout = {
  sections,
  fields: { ...fields, cards: { isHidden: true } },
  settle,
}

const emptyIsNothing = [
  'footerText',
  'privacyPolicyLink',
  'termsOfServiceLink',
  'supportLink',
  'description',
  'logo',
  'logoDark',
  'favicon',
  'redirectTo',
  'customDomain',
]

/** An input that was emptied says "nothing". */
function settle(value: FormValue): FormValue {
  const emptyNames = emptyIsNothing.filter((name) => value[name] === '')
  if (emptyNames.length === 0) return value
  return { ...value, ...Object.fromEntries(emptyNames.map((name) => [name, null])) }
}
