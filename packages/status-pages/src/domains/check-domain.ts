import type { DomainProof } from '@sonde/store/status-pages/status-page-domains.ts'
import type { DomainRecords } from './domain-proof.ts'
import { DnsSilence, type DomainResolver } from './domain-resolver.ts'

export type DomainLook = { proof: DomainProof; problem: string | null }

/** One look at the records of a domain. A problem is one line that says what to do about it. */
export async function checkDomain(
  domain: string,
  { txtName, txtValue, cnameTarget }: DomainRecords,
  resolver: DomainResolver,
): Promise<DomainLook> {
  try {
    const texts = await resolver.txt(txtName)
    if (!texts.some((text) => text.trim() === txtValue)) {
      const finding = texts.length === 0 ? 'has no TXT record' : 'has another TXT record'
      return { proof: 'MISSING', problem: `${txtName} ${finding}: set its value to ${txtValue}` }
    }
    // Who leads visitors here in another way, such as by a proxy of their own, need not have the CNAME.
    const names = await resolver.cname(domain)
    const leadsHere = names.some((name) => name.toLowerCase().replace(/\.$/, '') === cnameTarget)
    if (leadsHere || (await resolver.addresses(domain)).length > 0) return { proof: 'PROVEN', problem: null }
    const problem = `${domain} does not resolve: add a CNAME record that points to ${cnameTarget}`
    return { proof: 'PROVEN', problem }
  } catch (error) {
    if (!(error instanceof DnsSilence)) throw error
    return { proof: 'UNKNOWN', problem: error.message }
  }
}
