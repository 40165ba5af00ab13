import { createHash } from 'node:crypto'

/** The records that prove that a domain belongs to whoever runs a page, and that lead visitors to it. */
export type DomainRecords = { txtName: string; txtValue: string; cnameTarget: string }

/**
 * The value is bound to the account and not secret: whoever can publish it for the domain has agreed that this account
 * shows its page there. A CNAME alone proves nothing about the account, so that it is never enough.
 */
export function domainRecords(
  { accountId, domain }: { accountId: string; domain: string },
  cnameTarget: string,
): DomainRecords {
  const digest = createHash('sha256').update(`${accountId} ${domain}`).digest('hex')
  return {
    txtName: `_sonde-challenge.${domain}`,
    txtValue: `sonde-domain=${digest.slice(0, 40)}`,
    cnameTarget,
  }
}

/** What a CNAME of a custom domain is to name. */
export function cnameTargetOf({
  statusPageDomain,
  publicUrl,
}: {
  statusPageDomain: string | null
  publicUrl: string
}): string {
  return statusPageDomain === null ? new URL(publicUrl).hostname : `custom-domain.${statusPageDomain}`
}
