/**
 * Where clouds tell any process of a machine its credentials: link-local addresses whole, since each cloud has some
 * of them, and those that lie elsewhere (AWS and Google over IPv6, Alibaba, Azure, Oracle).
 */
export const metadataRanges = [
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
] as const

const metadataNames: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/** The same by name, for whoever might be told another address of it. */
export function isMetadataName(host: string): boolean {
  return metadataNames.has(host.toLowerCase().replace(/\.+$/, ''))
}
