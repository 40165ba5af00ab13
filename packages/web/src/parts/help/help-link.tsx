import { helpAddress, type HelpPage } from './help-pages.ts'

/** To a page of the documentation, in a tab of its own: what is on the screen stays. */
export function HelpLink({
  page,
  about,
  children,
}: {
  page: HelpPage
  /** What it is about, where the text alone does not say it. */
  about?: string
  children: string
}) {
  return (
    <a
      href={helpAddress(page)}
      target="_blank"
      rel="noreferrer"
      className="underline"
      aria-label={about === undefined ? undefined : `${children}: ${about}`}
    >
      {children}
    </a>
  )
}
