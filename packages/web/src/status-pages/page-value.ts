import type { StatusPage } from '../resources/status-pages/status-pages.ts'
import type { FormValue } from '../schema-form/value-at.ts'

/** What can be written of a page, as its form has it. */
export function toForm(page: StatusPage): FormValue {
  const { name, url, description, customDomain, logo, logoDark, favicon, redirectTo } = page
  const { defaultTheme, themeColors, footerText, privacyPolicyLink, termsOfServiceLink, supportLink } = page
  const { allowIndexing, googleAnalyticsTag } = page
  return {
    name,
    url,
    description,
    customDomain,
    logo,
    logoDark,
    favicon,
    redirectTo,
    defaultTheme,
    themeColors,
    footerText,
    privacyPolicyLink,
    termsOfServiceLink,
    supportLink,
    allowIndexing,
    googleAnalyticsTag,
    ...(page.layout === 'COMPONENTS'
      ? {}
      : {
          cards: page.cards.map((card) => ({
            id: card.id,
            name: card.name,
            services: card.services.map(({ id }) => ({ id })),
          })),
        }),
  }
}
