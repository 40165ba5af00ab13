/** Those that are shown by name; others are `TYPE<number>`. */
const names: ReadonlyMap<number, string> = new Map([
  [1, 'A'],
  [2, 'NS'],
  [5, 'CNAME'],
  [6, 'SOA'],
  [12, 'PTR'],
  [15, 'MX'],
  [16, 'TXT'],
  [28, 'AAAA'],
  [33, 'SRV'],
  [39, 'DNAME'],
  [41, 'OPT'],
  [46, 'RRSIG'],
  [64, 'SVCB'],
  [65, 'HTTPS'],
  [257, 'CAA'],
])

export const typeNumbers = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  HTTPS: 65,
} as const

export function nameOfType(type: number): string {
  return names.get(type) ?? `TYPE${type}`
}
