import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Nothing that the DNS knows of a name; no answer at all is a `DnsSilence`. */
export type DomainResolver = {
  /** The texts of a name, the parts of each joined. */
  txt(name: string): Promise<string[]>
  cname(name: string): Promise<string[]>
  addresses(name: string): Promise<string[]>
}

export class DnsSilence extends Error {
  override readonly name = 'DnsSilence'
}

const nothingThere: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

const timeoutMs = 2_000

/** `servers`: `address`, `address:port` or `system`, asked in turn until one answers. */
export function createDomainResolver(servers: readonly string[]): DomainResolver {
  const usable = servers.filter((server) => server === 'system' || isIP(addressOf(server)) !== 0)

  async function ask<Answer>(
    name: string,
    question: (resolver: Resolver) => Promise<Answer[]>,
  ): Promise<Answer[]> {
    let silence = 'no DNS server with an IP address is configured'
    for (const server of usable.length === 0 ? ['system'] : usable) {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
      if (server !== 'system') resolver.setServers([server])
      try {
        // One after the other: the next is asked only where the one before is silent.
        return await question(resolver)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        if (nothingThere.has(code)) return []
        silence = code === '' ? String(error) : code
      }
    }
    throw new DnsSilence(`the DNS server did not answer for ${name}: ${silence}`)
  }

  return {
    txt: (name) => ask(name, async (dns) => (await dns.resolveTxt(name)).map((parts) => parts.join(''))),
    cname: (name) => ask(name, (dns) => dns.resolveCname(name)),
    async addresses(name) {
      const four = await ask(name, (dns) => dns.resolve4(name))
      return four.length > 0 ? four : await ask(name, (dns) => dns.resolve6(name))
    },
  }
}

function addressOf(server: string): string {
  if (isIP(server) !== 0) return server
  return server.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}
