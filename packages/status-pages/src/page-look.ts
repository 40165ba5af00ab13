import { isRecord } from '@sonde/ground/is-record.ts'
import { productColors } from '@sonde/schema/status-pages/status-page-colors.ts'
import type { StatusPage } from '@sonde/schema/status-pages/status-page.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'

type Colors = NonNullable<StatusPage['themeColors']>['light']

/** How the owner of a page wants it to look. */
export type PageLook = {
  name: string
  description: string | null
  logo: string | null
  logoDark: string | null
  favicon: string | null
  redirectTo: string | null
  footerText: string | null
  /** At the end of the page, in this order. */
  footerLinks: { text: string; href: string }[]
  /** Whether search engines may list it. */
  isIndexed: boolean
  theme: StatusPage['defaultTheme']
  colors: { light: Colors; dark: Colors }
}

const footerFields = [
  ['privacyPolicyLink', 'Privacy policy'],
  ['termsOfServiceLink', 'Terms of service'],
  ['supportLink', 'Support'],
] as const

export function lookOf({ name, config }: Pick<PageRow, 'name' | 'config'>): PageLook {
  const { themeColors, defaultTheme } = config
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)
  const themes = isRecord(themeColors) ? themeColors : {}
  return {
    name,
    description: text(config['description']),
    logo: text(config['logo']),
    logoDark: text(config['logoDark']),
    favicon: text(config['favicon']),
    redirectTo: text(config['redirectTo']),
    footerText: text(config['footerText']),
    footerLinks: footerFields.flatMap(([field, words]) => {
      const href = text(config[field])
      return href === null ? [] : [{ text: words, href }]
    }),
    isIndexed: config['allowIndexing'] !== false,
    theme: defaultTheme === 'LIGHT' || defaultTheme === 'DARK' ? defaultTheme : 'AUTO',
    colors: {
      light: colorsOf(themes['light'], productColors.light),
      dark: colorsOf(themes['dark'], productColors.dark),
    },
  }
}

/** Whatever is no colour is replaced: a value of this goes into a style sheet. */
function colorsOf(input: unknown, fallback: Colors): Colors {
  const values = isRecord(input) ? input : {}
  const pick = (key: keyof Colors) => {
    const value = values[key]
    return typeof value === 'string' && /^#([0-9A-F]{3}|[0-9A-F]{6})$/i.test(value) ? value : fallback[key]
  }
  return {
    bodyBackgroundColor: pick('bodyBackgroundColor'),
    headerBackgroundColor: pick('headerBackgroundColor'),
    headerFontColor: pick('headerFontColor'),
    titleFontColor: pick('titleFontColor'),
    bodyFontColor: pick('bodyFontColor'),
    bodyFontColorMuted: pick('bodyFontColorMuted'),
    navigationFontColor: pick('navigationFontColor'),
    linkFontColor: pick('linkFontColor'),
    cardBackgroundColor: pick('cardBackgroundColor'),
    borderColor: pick('borderColor'),
    primaryButtonBackgroundColor: pick('primaryButtonBackgroundColor'),
    primaryButtonFontColor: pick('primaryButtonFontColor'),
  }
}
