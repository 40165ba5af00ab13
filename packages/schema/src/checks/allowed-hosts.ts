import { Type } from 'typebox'

const name = String.raw`(\*\.)?[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?`
const bracketed = String.raw`\[[0-9A-Fa-f:.]{2,45}\]`

/** Hosts to which the runs of a trigger may take secrets and logins, beside those that the check itself looks at. */
export const AllowedHosts = Type.Array(
  Type.String({
    pattern: `^(${name}|${bracketed})(:[1-9][0-9]{0,4})?$`,
    maxLength: 260,
    description: 'a host such as pr.example.com, *.preview.example.com or [::1], with a port or without',
  }),
  {
    maxItems: 50,
    description:
      'Hosts that can receive secrets, locked variables and logins, in addition to the target of the check. ' +
      '`*.` matches any subdomain, and an entry without a port matches every port.',
  },
)

/** Whether a host is one of these entries. `host` is as an address has it, IPv6 in brackets or without. */
export function isAllowedHost(
  entries: readonly string[],
  { host, port }: { host: string; port: string },
): boolean {
  const target = bare(host)
  return entries.some((entry) => {
    const [, pattern = '', entryPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? []
    if (entryPort !== undefined && entryPort !== port) return false
    const allowed = bare(pattern)
    return allowed.startsWith('*.') ? target.endsWith(allowed.slice(1)) : target === allowed
  })
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
