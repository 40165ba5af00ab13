import type { HelpPageContents } from '../resources/help.ts'
import { findEntries } from './find-entries.ts'

export type HelpEntry = { id: string; name: string; detail?: string; address: string }

const mostEntries = 5

/** Pages and sections whose titles hold what is typed, pages first, and the search over the whole text as the last. */
export function findHelp(contents: readonly HelpPageContents[], text: string): HelpEntry[] {
  const typed = text.trim()
  if (typed === '') return []
  const pages = contents.map(({ path, title }) => ({ id: path, name: title, detail: 'Help', address: path }))
  const sections = contents.flatMap(({ path, title, sections: inPage }) =>
    inPage.map(({ heading, anchor }) => ({
      id: `${path}-${anchor}`,
      name: heading,
      detail: title,
      words: title.toLowerCase(),
      address: `${path}#${anchor}`,
    })),
  )
  const anybody = { mayWrite: true }
  return [
    ...[...findEntries(pages, typed, anybody), ...findEntries(sections, typed, anybody)].slice(
      0,
      mostEntries,
    ),
    {
      id: 'help-search',
      name: `Search help for “${typed}”`,
      address: `/help?${new URLSearchParams({ q: typed }).toString()}`,
    },
  ]
}
