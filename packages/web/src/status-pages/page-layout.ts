import { webAddressAt } from '../schema-form/complete-address.ts'
import type { FormLayout } from '../schema-form/form-layout.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { CardsField } from './cards-field.tsx'
import { colorFields, ThemeColorsField } from './theme-colors-field.tsx'
import { UrlField } from './url-field.tsx'

export const pageLayout: FormLayout = {
  sections: [
    { title: 'Page', fields: ['name', 'url', 'description', 'version'] },
    {
      title: 'Cards and services',
      help: 'The page shows the cards, and the services of each card, in this order.',
      fields: ['cards'],
    },
    {
      title: 'Look',
      fields: ['logo', 'logoDark', 'favicon', 'redirectTo', 'defaultTheme', 'themeColors'],
    },
    {
      title: 'Own domain',
      fields: ['customDomain'],
    },
  ],
  fields: {
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
      help: 'The small picture in the tab of the browser.',
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
    // Sent with every update as it was read.
    version: { isHidden: true },
  },
  settle,
}

const emptyIsNothing = ['description', 'logo', 'logoDark', 'favicon', 'redirectTo', 'customDomain']

/** An input that was emptied says "nothing". */
function settle(value: FormValue): FormValue {
  const emptyNames = emptyIsNothing.filter((name) => value[name] === '')
  if (emptyNames.length === 0) return value
  return { ...value, ...Object.fromEntries(emptyNames.map((name) => [name, null])) }
}
