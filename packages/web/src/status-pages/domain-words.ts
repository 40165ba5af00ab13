import type { MarkWords } from '../parts/status/mark-words.ts'
import type { StatusPage } from '../resources/status-pages/status-pages.ts'

type DomainState = StatusPage['customDomainStatus']

/** How far a domain of a page's own is. */
export function domainWords(state: DomainState): MarkWords {
  const { verifiedAt = null, problem = null, lastCheckedAt = null } = state ?? {}
  if (verifiedAt !== null && problem === null)
    return { word: 'Proven', sign: '✓', look: 'bg-good-wash text-good' }
  if (verifiedAt !== null)
    return { word: 'Verified, with a problem', sign: '▲', look: 'bg-warn-wash text-warn' }
  if (lastCheckedAt === null) return { word: 'Not checked yet', sign: '…', look: 'bg-raised text-soft' }
  return { word: 'Not verified', sign: '✕', look: 'bg-bad-wash text-bad' }
}
