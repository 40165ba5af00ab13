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
      help: 'Cards stand on the page in this order, and in each of them its services.',
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
    url: { label: 'Address', widget: UrlField, isWide: false },
    description: { help: 'Stands below the name.', isWide: true },
    cards: { label: 'Cards', rowLabel: 'Card', widget: CardsField },
    'cards.*.name': { label: 'Name', help: 'Stands above its services.' },
    logo: { help: 'The http or https address of a picture. Without one, the name is shown.' },
    logoDark: { label: 'Logo on dark pages', help: 'The same in colours for a dark page.' },
    favicon: { help: 'The http or https address of the small picture in the tab of the browser.' },
    redirectTo: {
      label: 'The logo leads to',
      help: 'An http or https address, such as that of your product.',
    },
    defaultTheme: {
      label: 'Light or dark',
      options: { AUTO: 'As the visitor has it', LIGHT: 'Always light', DARK: 'Always dark' },
    },
    themeColors: {
      label: 'Own colours',
      help: 'In place of those of the product. Whether they can be read is up to you.',
      widget: ThemeColorsField,
    },
    ...colorFields,
    customDomain: { label: 'Host name', isWide: true },
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
