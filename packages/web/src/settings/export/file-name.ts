/** `Acme GmbH` on that day: `sonde-acme-gmbh-2026-11-15.json`. */
export function fileNameOf(accountName: string, now: number): string {
  const plain = accountName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const parts = ['sonde', plain === '' ? 'account' : plain, new Date(now).toISOString().slice(0, 10)]
  return `${parts.join('-')}.json`
}
